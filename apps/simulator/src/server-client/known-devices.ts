import { parseUtc } from '@waymark/domain/time/utc';
import { z } from 'zod';
import type { DeviceSettings } from '../device/settings.ts';
import type { KnownDevice } from '../fleet/fleet.ts';
import type { ServerClient } from './server-client.ts';

// The server's knowledge of the devices, from its device list; null: unknown.

const number = z.number().nullable();
const bit = z.literal([0, 1]).nullable();

const deviceSchema = z.object({
  uId: z.int(),
  lastHeartbeat: z.string().nullable(),
  lastDetectionCount: number,
  lastBattery: number,
  lastPowerMode: number,
  lastSchedule: number,
  lastRecordMode: number,
  lastGeoMode: number,
  lastFrequency0Setting: number,
  lastFrequency1Setting: number,
  lastFrequency2Setting: number,
  lastFrequency3Setting: number,
  lastSensitivity0: number,
  lastSensitivity1: number,
  lastSensitivity2: number,
  lastSensitivity3: number,
  lastEnable0: bit,
  lastEnable1: bit,
  lastEnable2: bit,
  lastEnable3: bit,
  psgState: bit,
  psgSize: bit,
});
type ListedDevice = z.output<typeof deviceSchema>;

type Four<Value> = readonly [Value, Value, Value, Value];

function whenAllKnown<Value>([a, b, c, d]: Four<Value | null>): Four<Value> | null {
  return a === null || b === null || c === null || d === null ? null : [a, b, c, d];
}

function omitUnknown<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], null>;
  };
}

function readSettings(listed: ListedDevice): Partial<DeviceSettings> {
  return omitUnknown({
    powerMode: listed.lastPowerMode,
    schedule: listed.lastSchedule,
    recordMode: listed.lastRecordMode,
    geoMode: listed.lastGeoMode,
    frequencies: whenAllKnown([
      listed.lastFrequency0Setting,
      listed.lastFrequency1Setting,
      listed.lastFrequency2Setting,
      listed.lastFrequency3Setting,
    ]),
    sensitivities: whenAllKnown([
      listed.lastSensitivity0,
      listed.lastSensitivity1,
      listed.lastSensitivity2,
      listed.lastSensitivity3,
    ]),
    enables: whenAllKnown([listed.lastEnable0, listed.lastEnable1, listed.lastEnable2, listed.lastEnable3]),
    psgState: listed.psgState,
    psgSize: listed.psgSize,
  });
}

export async function readKnownDevices(client: ServerClient): Promise<Map<number, KnownDevice>> {
  const devices = await client.call(z.array(deviceSchema), 'GET', '/apexagm');
  return new Map(
    devices.map((listed) => {
      const at = listed.lastHeartbeat === null ? null : parseUtc(listed.lastHeartbeat);
      const lastHeartbeatAt = at?.ok ? at.value : null;
      const { lastDetectionCount, lastBattery: batteryMv } = listed;
      const settings = readSettings(listed);
      return [listed.uId, { lastHeartbeatAt, detectionCount: lastDetectionCount ?? 0, batteryMv, settings }];
    }),
  );
}
