import { reduceToBlock } from '@waymark/device-protocol/iridium/snippet-signal';
import type { IridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { computeDiskUse } from '../device/disk.ts';
import type { Report } from '../device/report.ts';
import type { DeviceState } from '../device/state.ts';

const NO_AUDIO = [0, 0, 0, 0, 0, 0];

function translateHeartbeat(seq: number, heartbeat: Heartbeat, state: DeviceState): IridiumUplink {
  const { profile, settings, disk, detectionCount } = state;
  return {
    kind: 'heartbeat',
    seq,
    t: heartbeat.t,
    lat: heartbeat.lat,
    lon: heartbeat.lon,
    altitude: heartbeat.altitude,
    battery: heartbeat.battery,
    signalStrength: heartbeat.signalStrength,
    satelliteCount: heartbeat.satelliteCount,
    powerSupplyState: heartbeat.powerSupplyState ? 1 : 0,
    geophoneConnected: heartbeat.geophoneConnected,
    externalAntennaConnected: heartbeat.externalAntennaConnected,
    internalAntennaFoldState: heartbeat.internalAntennaFoldState ? 1 : 0,
    hasGpsFix: heartbeat.lat !== 0 || heartbeat.lon !== 0,
    powerMode: settings.powerMode,
    errorFlag: heartbeat.errorFlag,
    numberOfflineFiles: heartbeat.numberOfflineFiles,
    numberOnlineFiles: heartbeat.numberOnlineFiles,
    numberIridiumOfflineFiles: heartbeat.numberIridiumOfflineFiles,
    detectionCount,
    diskUse: computeDiskUse(disk, profile),
    recordMode: settings.recordMode,
    connectionSchedule: settings.schedule,
    geoMode: settings.geoMode,
    psgSize: settings.psgSize,
  };
}

/** With psgState 0 the message reports the passage without its signal. */
function translatePassage(seq: number, recorded: RecordedPassage, { settings, energy }: DeviceState): IridiumUplink {
  const { passage, waveforms } = recorded;
  const { features } = passage;
  const blocks = waveforms.map(({ channel, samples }) => reduceToBlock(channel, samples, settings.psgSize));
  return {
    kind: 'passage',
    seq,
    t: passage.t,
    lat: passage.lat,
    lon: passage.lon,
    altitude: passage.alt,
    detectionCount: passage.detectionCount,
    mask: passage.mask,
    freq: passage.freq,
    battery: Math.round(energy.batteryMv),
    snrDb: features?.snrDb ?? [0, 0, 0],
    widthS: features?.widthS ?? [0, 0, 0],
    weldSpeedMps: features?.weldSpeedMps ?? null,
    isOffline: passage.isOffline,
    audioBands: features?.audioBands ?? NO_AUDIO,
    blocks: settings.psgState === 1 ? blocks : [],
  };
}

/** null for reports without a satellite format: status, carrier, disk, downloads, stream. */
export function translateReport(seq: number, report: Report, state: DeviceState): IridiumUplink | null {
  switch (report.name) {
    case 'hb':
      return translateHeartbeat(seq, report.body, state);
    case 'passage':
      return translatePassage(seq, report.body, state);
    case 'settings': {
      const { t, id, ...settings } = report.body;
      return { kind: 'settings', seq, t, id, settings };
    }
    case 'info':
      return { kind: 'info', seq, ...report.body };
    case 'ack':
      return { kind: 'ack', seq, ...report.body };
    case 'err':
      return { kind: 'error', seq, ...report.body };
    case 'status':
    case 'carrier':
    case 'disk':
    case 'gps':
    case 'dl':
    case 'stream':
      return null;
  }
}
