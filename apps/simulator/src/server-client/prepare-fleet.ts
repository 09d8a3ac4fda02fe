import { parseHex } from '@waymark/device-protocol/bytes/hex';
import { z } from 'zod';
import { listRelays, type DeviceCredential, type FleetCredentials } from '../fleet/build-links.ts';
import type { KnownDevice } from '../fleet/fleet.ts';
import type { DevicePlan, FleetPlan } from '../scenario/plan-fleet.ts';
import { preparePaths } from './prepare-paths.ts';
import { ServerRefusal, type ServerClient } from './server-client.ts';
import { parseUtc } from '@waymark/domain/time/utc';
import type { DeviceSettings } from '../device/settings.ts';

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

async function readKnownDevices(client: ServerClient): Promise<Map<number, KnownDevice>> {
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

// Registers every device of a fleet with the server and obtains their credentials.

const groupsSchema = z.array(z.object({ id: z.int(), groupName: z.string() }));
const heldSchema = z.array(z.object({ uid: z.int() }));
const credentialSchema = z.object({ password: z.string(), messageKey: z.string() });
const addedSchema = z.object({ credential: credentialSchema });
const relaySchema = z.object({ password: z.string() });
const CONFLICT = 409;
const AT_ONCE = 8;

export interface PreparedFleet {
  readonly groupId: number;
  readonly credentials: FleetCredentials;
  readonly known: ReadonlyMap<number, KnownDevice>;
}

async function findGroup(client: ServerClient, name: string | null): Promise<number> {
  const groups = await client.call(groupsSchema, 'GET', '/admin/group');
  const group = name === null ? groups[0] : groups.find(({ groupName }) => groupName === name);
  if (!group) throw new Error(name === null ? 'the server has no company yet' : `the server has no company "${name}"`);
  return group.id;
}

/** Limits the concurrency, so that thousands of calls do not flood the server. */
async function runEach<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const work = async () => {
    for (const item of left) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function readCredential({ password, messageKey }: z.output<typeof credentialSchema>): DeviceCredential {
  const key = parseHex(messageKey);
  if (!key.ok) throw new Error('the server sent a message key that is not hexadecimal');
  return { password, messageKey: key.value };
}

function isConflict(error: unknown): boolean {
  return error instanceof ServerRefusal && error.status === CONFLICT;
}

async function addDevice(client: ServerClient, group: number, { profile }: DevicePlan): Promise<DeviceCredential> {
  const { uid, lat, lon, imei } = profile;
  const added = await client.call(addedSchema, 'POST', '/admin/apexagm/add', {
    uid,
    group,
    lat,
    lon,
    ...(imei === null ? {} : { imei }),
  });
  return readCredential(added.credential);
}

async function renewCredential(client: ServerClient, uid: number): Promise<DeviceCredential> {
  return readCredential(await client.call(credentialSchema, 'POST', `/admin/apexagm/${uid}/credential`, {}));
}

/** Adds missing devices and renews the credentials of the others, which voids the old ones. */
export async function prepareFleet(
  client: ServerClient,
  plan: FleetPlan,
  groupName: string | null,
): Promise<PreparedFleet> {
  const group = await findGroup(client, groupName);
  const held = new Set((await client.call(heldSchema, 'GET', `/admin/apexagm/${group}`)).map(({ uid }) => uid));
  const devices = new Map<number, DeviceCredential>();
  await runEach(plan.devices, async (device) => {
    const { uid } = device.profile;
    const credential = held.has(uid)
      ? await renewCredential(client, uid)
      : await addDevice(client, group, device).catch(async (error: unknown) => {
          if (isConflict(error)) return renewCredential(client, uid);
          throw error;
        });
    devices.set(uid, credential);
  });
  const relays = new Map<string, string>();
  for (const [name, uids] of listRelays(plan)) {
    relays.set(name, (await client.call(relaySchema, 'POST', '/gateway', { name, uids })).password);
  }
  await preparePaths(client, plan, group);
  return { groupId: group, credentials: { devices, relays }, known: await readKnownDevices(client) };
}
