import { exampleDevice, type DeviceReply } from '@waymark/contract/devices/device';
import { deviceStore, type Device } from '../store/device-store.ts';
import { readDevice } from '../store/device.wire.ts';

/** A cellular device of firmware 10.71 that is connected; the contract's example unless changed. */
function makeDevice(changed: Partial<DeviceReply> = {}): Device {
  return readDevice({ ...exampleDevice, ...changed });
}

/** The console has loaded these devices and no others. */
export function loadDevices(...devices: readonly Partial<DeviceReply>[]): void {
  deviceStore.replaceAll(devices.map(makeDevice));
}

/** The settings, modes and times that a device has not reported yet. */
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
