import { isLocated } from '@waymark/domain/device/location';
import type { DataOf } from '#/live/hub-event.ts';
import type { Device } from './device.ts';
import type { DeviceEvent } from './device-event.ts';
import { readSettings } from '../settings-response.ts';

/** Texts of this fixed format sort chronologically. */
function isNewer(at: string, than: string | null): boolean {
  return than === null || at > than;
}

function applyHeartbeat(device: Device, heartbeat: DataOf<'ReceiveHeartbeat'>): Device {
  if (!isNewer(heartbeat.heartbeatTimeStamp, device.lastHeartbeat)) return device;
  const { lat, lon } = isLocated(heartbeat) ? heartbeat : device;
  return {
    ...device,
    lat,
    lon,
    lastHeartbeat: heartbeat.heartbeatTimeStamp,
    lastBattery: heartbeat.battery,
    lastSignalStrength: -heartbeat.signalStrength,
  };
}

function applyConnection(device: Device, update: DataOf<'ReceiveConnectionUpdate'>): Device {
  return {
    ...device,
    isConnected: update.isConnected === 1,
    bluetooth: update.bluetooth === 1,
    lastStreamMode: update.lastStreamMode,
    lastExpectedWakeupTime: update.lastExpectedWakeupTime,
    lastShutdownTime: update.lastShutdownTime,
    firmwareVersion: update.firmwareVersion,
  };
}

/** A passage has an event for each of its records; the first one counts. */
function applyPassage(device: Device, passage: DataOf<'ReceivePassage'>): Device {
  if (!isNewer(passage.passageTimeStamp, device.lastPassage)) return device;
  return {
    ...device,
    lastPassage: passage.passageTimeStamp,
    lastPassageId: passage.passageId,
    lastDetectionCount: passage.detectionCount,
  };
}

/** The device after the event; the same object if nothing has changed. */
export function applyEvent(device: Device, event: DeviceEvent): Device {
  switch (event.name) {
    case 'ReceiveHeartbeat':
      return applyHeartbeat(device, event.data);
    case 'ReceiveConnectionUpdate':
      return applyConnection(device, event.data);
    case 'ReceivePassage':
      return applyPassage(device, event.data);
    case 'ReceiveCommandResponse':
      return { ...device, ...readSettings(event.data.command.parameters) };
    case 'ReceiveDownloadMode':
      return { ...device, isAutoDownload: event.data.isAutoDownload };
    case 'ReceiveCommTypeChange':
      return { ...device, isIridium: event.data.isIridium };
  }
}
