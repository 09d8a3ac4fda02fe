import { parseHex } from '@waymark/device-protocol/bytes/hex';
import { z } from 'zod';
import { listRelays, type DeviceCredential, type FleetCredentials } from '../fleet/build-links.ts';
import type { KnownDevice } from '../fleet/fleet.ts';
import type { DevicePlan, FleetPlan } from '../scenario/plan-fleet.ts';
import { readKnownDevices } from './known-devices.ts';
import { preparePaths } from './prepare-paths.ts';
import { ServerRefusal, type ServerClient } from './server-client.ts';

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
