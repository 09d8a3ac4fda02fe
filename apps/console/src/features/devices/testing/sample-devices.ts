import { exampleDevice, type DeviceReply } from '@waymark/contract/devices/device';
import { deviceStore, type Device } from '../store/device-store.ts';
import { readDevice } from '../store/device.wire.ts';

/** A connected cellular device with firmware 10.71; the contract's example unless changed. */
function makeDevice(changed: Partial<DeviceReply> = {}): Device {
  return readDevice({ ...exampleDevice, ...changed });
}

/** The console has loaded exactly these devices. */
export function loadDevices(...devices: readonly Partial<DeviceReply>[]): void {
  deviceStore.replaceAll(devices.map(makeDevice));
}

/** Settings, modes and times as null: not reported yet. */
export const NEVER_HEARD = {
  isConnected: 0,
  lastHeartbeat: null,
  lastPassage: null,
  lastPassageId: null,
  lastDetectionCount: null,
  lastPowerMode: null,
  lastStreamMode: null,
  lastSignalStrength: null,
  lastBattery: null,
  lastRecordMode: null,
  lastSchedule: null,
  lastGeoMode: null,
  lastFrequency1Setting: null,
  lastFrequency2Setting: null,
  lastFrequency3Setting: null,
  lastEnable0: null,
  lastEnable1: null,
  lastEnable2: null,
  lastEnable3: null,
  lastExpectedWakeupTime: null,
  firmwareVersion: null,
  productNumber: null,
} as const satisfies Partial<DeviceReply>;
