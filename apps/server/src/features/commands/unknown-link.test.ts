import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { HEARTBEAT } from '../../testing/device-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import type { Incoming } from '../records/incoming.ts';
import { storeHeartbeats } from '../records/heartbeats.store.ts';
import { noteHeard } from '../records/presence.store.ts';
import { storeStatuses } from '../records/statuses.store.ts';
import { listTargets } from './commands.queries.ts';

const NOT_OVER = {
  cellular: 'The device calls over cellular, which does not carry this command.',
  satellite: 'The device calls over satellite, which does not carry this command.',
};

let server: TestServer;
let world: DeviceWorld;
let lastUid = 310_000;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  await world.openMonths(Date.now());
});
afterAll(() => server.close());

async function addUnheard(): Promise<number> {
  const uid = ++lastUid;
  await world.addDevice(uid, { imei: String(300_234_000_000_000 + uid) });
  return uid;
}

const readLink = async (uid: number) =>
  (await world.fetch<{ isIridium: boolean | null }>('admin', `/apexagm/${uid}/device`)).isIridium;

async function post(uid: number, commandType: string, parameters: unknown = {}): Promise<number> {
  const body = { uid, commandType, parameters, timeStampSent: '2026-03-18 00:03:59' };
  return (await world.call('admin', 'POST', '/commands/queue', body)).status;
}

async function queueBoth(uid: number): Promise<void> {
  expect(await post(uid, 'PowerMode', { powerMode: 1, connectSchedule: 0 })).toBe(201);
  expect(await post(uid, 'IridiumSettings', { powerMode: 1 })).toBe(201);
  expect(await post(uid, 'DeviceInfo')).toBe(201);
}

const readStates = async (uid: number) =>
  (await world.fetch<QueuedCommand[]>('admin', `/commands/${uid}`)).map(({ commandType, state, note }) => ({
    commandType,
    state,
    note,
  }));

type Wrap = Pick<Incoming<never>, 'uid' | 'groupId' | 'link' | 'receivedAt'>;
const from = (uid: number, link: Wrap['link']): Wrap => ({
  uid,
  groupId: world.groupId,
  link,
  receivedAt: Date.now(),
});

/** The hub events of what the device reports. */
async function report(store: (change: Change) => Promise<void>) {
  return server.app.database.change(systemOrigin('test'), async (change) => {
    await store(change);
    return change.pending.map(({ name, data }) => ({ name, data }));
  });
}

test('[W-154] a device with an IMEI has an unknown link until it reports; one without calls over cellular', async () => {
  const uid = await addUnheard();
  expect(await readLink(uid)).toBeNull();
  await world.addDevice(++lastUid);
  expect(await readLink(lastUid)).toBe(false);
});

test('[W-154] the first heartbeat over satellite rejects cellular commands in its own transaction', async () => {
  const uid = await addUnheard();
  await queueBoth(uid);
  const wrap = from(uid, 'iridium');
  const events = await report((change) =>
    storeHeartbeats(change, [{ ...wrap, body: { ...HEARTBEAT, t: wrap.receivedAt } }]),
  );
  expect(await readLink(uid)).toBe(true);
  expect(await readStates(uid)).toMatchObject([
    { commandType: 'PowerMode', state: 'rejected', note: NOT_OVER.satellite },
    { commandType: 'IridiumSettings', state: 'queued' },
    { commandType: 'DeviceInfo', state: 'queued' },
  ]);
  expect(events.filter(({ name }) => name === 'ReceiveCommTypeChange')).toEqual([
    { name: 'ReceiveCommTypeChange', data: { uid, isIridium: true } },
  ]);
  expect(events.filter(({ name }) => name === 'ReceiveCommandUpdate')).toMatchObject([
    { data: { commandType: 'PowerMode', state: 'rejected', note: NOT_OVER.satellite } },
  ]);
  const { commandList } = await world.fetch<{ commandList: unknown[] }>('admin', `/commands/${uid}/history`);
  expect(commandList).toContainEqual(
    expect.objectContaining({
      commandType: 'PowerMode',
      steps: [
        expect.objectContaining({ state: 'queued' }),
        expect.objectContaining({ state: 'rejected', by: null, detail: NOT_OVER.satellite }),
      ],
    }),
  );
  expect(await post(uid, 'PowerMode', { powerMode: 0 })).toBe(409);
});

test.each<[string, (wrap: Wrap) => (change: Change) => Promise<void>]>([
  [
    'status',
    (wrap) => (change) =>
      storeStatuses(change, [{ ...wrap, body: { online: 1, via: 'cell', fw: '10.71', t: wrap.receivedAt } }]),
  ],
  ['other message', (wrap) => (change) => noteHeard(change, [wrap])],
])('[W-154] the first %s over cellular rejects satellite commands and announces the link once', async (_, store) => {
  const uid = await addUnheard();
  await queueBoth(uid);
  const events = await report(store(from(uid, 'cellular')));
  expect(await readLink(uid)).toBe(false);
  expect((await readStates(uid)).map(({ state, note }) => [state, note])).toEqual([
    ['queued', null],
    ['rejected', NOT_OVER.cellular],
    ['queued', null],
  ]);
  expect(events.filter(({ name }) => name === 'ReceiveCommTypeChange')).toEqual([
    { name: 'ReceiveCommTypeChange', data: { uid, isIridium: false } },
  ]);
  expect(await report(store(from(uid, 'cellular')))).toEqual([]);
});

const readTarget = async (change: Change, uid: number) =>
  (await listTargets({ scope: change.scope, db: change.db }, [uid]))[0];

test('the first report waits until commands that were checked before it are queued', async () => {
  const uid = await addUnheard();
  const { database } = server.app;
  await database.change(systemOrigin('test'), async (change) => {
    expect((await readTarget(change, uid))?.is_iridium).toBeNull();
    const locked = database.change(systemOrigin('test'), async (other) => {
      await sql`select from device_states where uid = ${uid} for no key update nowait`.execute(other.db);
    });
    await expect(locked).rejects.toMatchObject({ code: '55P03' });
  });
});

test('a command that waits for a first report is checked against the link of that report', async () => {
  const uid = await addUnheard();
  const { database } = server.app;
  const waiting = database.read(systemScope('test')).db;
  const { promise: isReported, resolve: noteReported } = Promise.withResolvers<void>();
  const { promise: canCommit, resolve: letCommit } = Promise.withResolvers<void>();
  const reporting = database.change(systemOrigin('test'), async (change) => {
    await noteHeard(change, [from(uid, 'cellular')]);
    noteReported();
    await canCommit;
  });
  await isReported;
  const queueing = database.change(systemOrigin('test'), (change) => readTarget(change, uid));
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(waiting);
      return rows[0]?.n;
    })
    .toBe(1);
  letCommit();
  await reporting;
  expect((await queueing)?.is_iridium).toBe(false);
});
