import type { ReplyAt } from '#/api/address.ts';
import type { Device } from './device.ts';

type DeviceOnWire = ReplyAt<'GET /apexagm'>[number];

const readFlag = (flag: 0 | 1 | null): boolean | null => (flag === null ? null : flag === 1);

/** Some fields have different names on the wire and in the client. */
export function readDevice(wire: DeviceOnWire): Device {
  const {
    uId,
    isAutodownload,
    lastSchedule,
    bluetooth,
    isConnected,
    lastEnable0,
    lastEnable1,
    lastEnable2,
    lastEnable3,
    ...same
  } = wire;
  return {
    ...same,
    uid: uId,
    isAutoDownload: isAutodownload,
    schedule: lastSchedule,
    bluetooth: bluetooth === 1,
    isConnected: isConnected === 1,
    lastEnable0: readFlag(lastEnable0),
    lastEnable1: readFlag(lastEnable1),
    lastEnable2: readFlag(lastEnable2),
    lastEnable3: readFlag(lastEnable3),
  };
}
