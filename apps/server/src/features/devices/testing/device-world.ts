import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import type { Updateable } from 'kysely';
import { systemScope } from '../../../platform/access/scope.ts';
import { monthOf, Partitions } from '../../../platform/database/partitions.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { HEARTBEAT, PASSAGE } from '../../../testing/device-samples.ts';
import type { SignedIn, TestServer } from '../../../testing/test-server.ts';
import { followByRun } from '../../runs/testing/follow.ts';
import { storeHeartbeats } from '../../records/heartbeats.store.ts';
import { storePassage } from '../../records/passages.store.ts';
import { findUserByEmail } from '../../users/users.queries.ts';
import { addGroup } from '../../administration/groups.store.ts';
import { addUser } from '../../administration/add-user.store.ts';
import { insertDevice } from '../devices.store.ts';

// Two companies with users, and devices that send what a test needs.

const PASSWORD = 'Waymark-demo-1';
const MONTHLY = [
  'heartbeats',
  'passages',
  'waveforms',
  'gps_fixes',
  'device_errors',
  'device_infos',
  'control_responses',
];

export interface HeldDevice {
  readonly uid: number;
  readonly groupId: number;
}

type CallerName = 'viewer' | 'admin' | 'superadmin' | 'foreignAdmin';

export interface DeviceWorld {
  readonly groupId: number;
  readonly foreignGroupId: number;
  readonly viewerId: number;
  readonly callers: { readonly [Name in CallerName]: SignedIn };
  call(caller: CallerName, method: string, address: string, body?: unknown): Promise<Response>;
  /** The JSON of a call that must succeed. */
  fetch<Reply>(caller: CallerName, address: string): Promise<Reply>;
  addDevice(uid: number, options?: { groupId?: number; imei?: string }): Promise<HeldDevice>;
  setState(uid: number, values: Updateable<Tables['device_states']>): Promise<void>;
  follow(uid: number): Promise<void>;
  /** Creates the monthly partitions of these instants. */
  openMonths(...instants: readonly number[]): Promise<void>;
  hearHeartbeats(
    device: HeldDevice,
    heartbeats: ReadonlyArray<Partial<Heartbeat> & { readonly t: number }>,
  ): Promise<void>;
  hearPassage(device: HeldDevice, passage: Partial<Passage> & { readonly t: number }): Promise<void>;
}

export async function makeDeviceWorld(server: TestServer): Promise<DeviceWorld> {
  const { database } = server.app;
  const reader = database.read(systemScope('test'));
  const partitions = new Partitions(database.pool);
  const foreignGroupId = await database.change(systemOrigin('test'), async (change) => {
    const added = await addGroup(change, 'Another company');
    await addUser(change, {
      groupId: added,
      email: 'admin@another.test',
      name: 'Ann Other',
      role: 'admin',
      password: PASSWORD,
    });
    return added;
  });
  const viewer = await findUserByEmail(reader, 'viewer@demo.waymark');
  const groupId = viewer?.group_id ?? 0;
  const viewerId = viewer?.id ?? 0;
  const callers = {
    viewer: await server.signIn('viewer@demo.waymark'),
    admin: await server.signIn('admin@demo.waymark'),
    superadmin: await server.signIn('superadmin@demo.waymark'),
    foreignAdmin: await server.signIn('admin@another.test'),
  };

  const world: DeviceWorld = {
    groupId,
    foreignGroupId,
    viewerId,
    callers,
    call: (caller, method, address, body) =>
      server.call(method, `/api${address}`, { token: callers[caller].token, body }),
    fetch: async <Reply>(caller: CallerName, address: string) => {
      const response = await world.call(caller, 'GET', address);
      if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Reply;
    },
    addDevice: async (uid, options = {}) => {
      const device = { uid, groupId: options.groupId ?? groupId };
      await database.change(systemOrigin('test'), async (change) => {
        const taken = await insertDevice(change, { ...device, imei: options.imei ?? null, lat: 0, lon: 0 });
        if (taken) throw new Error(taken);
      });
      return device;
    },
    setState: async (uid, values) => {
      await reader.db.updateTable('device_states').set(values).where('uid', '=', uid).execute();
    },
    follow: async (uid) => {
      await followByRun(reader.db, { groupId, userId: viewerId, uid });
    },
    openMonths: async (...instants) => {
      for (const table of MONTHLY) await partitions.ensure(table, new Set(instants.map(monthOf)));
    },
    hearHeartbeats: async (device, heartbeats) => {
      await world.openMonths(...heartbeats.map(({ t }) => t));
      const incoming = heartbeats.map((said) => ({
        ...device,
        link: 'cellular' as const,
        receivedAt: said.t,
        body: { ...HEARTBEAT, ...said },
      }));
      await database.change(systemOrigin('test'), (change) => storeHeartbeats(change, incoming));
    },
    hearPassage: async (device, said) => {
      const body = { ...PASSAGE, endOfSnip: said.t + 15_000, ...said };
      await world.openMonths(body.endOfSnip);
      await database.change(systemOrigin('test'), (change) =>
        storePassage(change, {
          ...device,
          link: said.via === 'bt' ? 'bluetooth' : 'cellular',
          receivedAt: said.t,
          body,
        }),
      );
    },
  };
  return world;
}
