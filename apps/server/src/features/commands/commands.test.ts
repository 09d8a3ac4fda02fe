import { COMMANDS } from '@waymark/commands/commands';
import { queuedCommand, type PastCommand, type QueuedCommand } from '@waymark/contract/commands/queued-command';
import { ANSWER } from '@waymark/commands/answers';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { storeDeviceAnswer } from './answers.store.ts';
import { claimNext, expireCommands } from './deliveries.store.ts';

const SENT_AT = '2026-03-18 00:03:59';
const FOREIGN = 300_900;
const HOUR_MS = 3_600_000;

let server: TestServer;
let world: DeviceWorld;
let lastUid = 300_000;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  await world.addDevice(FOREIGN, { groupId: world.foreignGroupId });
});
afterAll(() => server.close());

type Caller = keyof DeviceWorld['callers'];
interface Order {
  readonly uid: number;
  readonly commandType: string;
  readonly parameters?: unknown;
  readonly expiresAt?: string | null;
}

const write = (order: Order) => ({ timeStampSent: SENT_AT, ...order });
const post = (order: Order, caller: Caller = 'admin') => world.call(caller, 'POST', '/commands/queue', write(order));
const postList = (orders: readonly Order[], caller: Caller = 'admin') =>
  world.call(caller, 'POST', '/commands/queueList', orders.map(write));
const remove = (id: number, caller: Caller = 'admin') => world.call(caller, 'DELETE', `/commands/${id}`);
const list = (uid: number) => world.fetch<QueuedCommand[]>('admin', `/commands/${uid}`);
const listIds = async (uid: number) => (await list(uid)).map(({ commandId }) => commandId);
const restart = (uid: number): Order => ({ uid, commandType: 'DeviceRestart' });

interface History {
  readonly rowsNumber: number;
  readonly commandList: readonly PastCommand[];
}
const readHistory = (uid: number, query = '') => world.fetch<History>('admin', `/commands/${uid}/history${query}`);

/** Adds a device, by default a cellular one whose firmware supports the queued commands. */
async function makeDevice(firmware: number | null = 10.8, isIridium = false): Promise<number> {
  const uid = ++lastUid;
  await world.addDevice(uid);
  await world.setState(uid, { firmware_version: firmware, is_iridium: isIridium });
  return uid;
}

async function queue(order: Order): Promise<QueuedCommand> {
  const response = await post(order);
  if (response.status !== 201) throw new Error(await response.text());
  return queuedCommand.parse(await response.json());
}

/** Claims the next command of the device and stores its answer. */
async function deliver(uid: number, status?: (typeof ANSWER)[keyof typeof ANSWER], detail = 0): Promise<void> {
  const now = Date.now();
  await server.app.database.change(systemOrigin('test'), async (change) => {
    const [sent] = await claimNext(change, { uids: [uid], link: 'cellular', now, dueAt: now + 30_000 });
    if (sent && status !== undefined)
      await storeDeviceAnswer(change, { uid, groupId: world.groupId, commandId: sent.id, status, detail, at: now });
  });
}

async function readAudit(uid: number) {
  const { rows } = await sql<{ action: string; user_name: string; group_id: number; before: unknown; after: unknown }>`
    select action, user_name, group_id, before, after from audit
    where object_type = 'device' and object_id = ${String(uid)} and action like 'command%' order by id`.execute(
    server.app.database.read(systemScope('test')).db,
  );
  return rows;
}

const refusal = async (response: Response) => [response.status, (await readProblem(response)).code];

describe('queueing one command', () => {
  test('[C-103] queueing a command answers 201 with the stored command', async () => {
    const uid = await makeDevice();
    const response = await post({ uid, commandType: 'PowerMode', parameters: { powerMode: 2, connectSchedule: 3 } });
    expect(response.status).toBe(201);
    const stored = queuedCommand.parse(await response.json());
    expect(stored).toMatchObject({
      uid,
      commandType: 'PowerMode',
      timeStampSent: SENT_AT,
      parameters: { powerMode: 2, connectSchedule: 3 },
      state: 'queued',
      source: 'person',
      expiresAt: null,
      attempts: 0,
      note: null,
    });
    expect(await list(uid)).toEqual([stored]);
  });

  // Choose a device that supports the command; some types exist only in one device family.
  test.each(Object.entries(COMMANDS))(
    '%s is accepted in any letter case and stored in the documented spelling',
    async (type, { example }) => {
      const legacy: readonly string[] = [
        'RecordMode',
        'GeoMode',
        'FoldState',
        'DeviceInfo',
        'DetectionCountReset',
        'ControlSettings',
      ];
      const uid = await makeDevice(legacy.includes(type) ? 2.6 : 10.8, type.startsWith('Iridium'));
      for (const commandType of [type.toLowerCase(), type.toUpperCase()]) {
        const stored = await queue({ uid, commandType, parameters: example });
        expect([stored.commandType, stored.parameters]).toEqual([type, example]);
      }
    },
  );

  test.each([
    [{ commandType: 'SelfDestruct' }, 400, 'command-unknown'],
    [{ commandType: 'PowerMode', parameters: { powerMode: 9 } }, 400, 'command-parameters'],
    [{ commandType: 'PowerMode' }, 400, 'command-parameters'],
    [{ commandType: 'PowerMode', parameters: 'Active' }, 400, 'validation-failed'],
    [{ commandType: 'DeviceRestart', timeStampSent: 'yesterday' }, 400, 'validation-failed'],
    [{ commandType: 'DeviceRestart', expiresAt: '2026-03-18 00:03:58' }, 400, 'command-expired'],
    [{ commandType: 'DeviceRestart', expiresAt: 'never' }, 400, 'validation-failed'],
    [{ commandType: 'DeviceRestart', uid: 399_999 }, 404, 'device-not-found'],
    [{ commandType: 'DeviceRestart', uid: FOREIGN }, 404, 'device-not-found'],
  ])('%j is refused, and nothing is queued', async (order, status, code) => {
    const uid = await makeDevice();
    expect(await refusal(await post({ uid, ...order }))).toEqual([status, code]);
    expect(await list(uid)).toEqual([]);
  });

  test('a refusal says which parameter is wrong and why', async () => {
    const uid = await makeDevice();
    const { errors } = await readProblem(
      await post({
        uid,
        commandType: 'FrequencySelect',
        parameters: { ...COMMANDS.FrequencySelect.example, frequency1: 31 },
      }),
    );
    expect(errors).toMatchObject([{ path: 'parameters.frequency1' }]);
  });

  test('undocumented parameters are dropped', async () => {
    const uid = await makeDevice();
    expect((await queue({ ...restart(uid), parameters: { now: true } })).parameters).toEqual({});
  });

  test.each([
    ['GeoMode', { GeoMode: 2 }, 10.8, false, 'The firmware of the device no longer knows this command.'],
    ['AGMShutDwn', {}, 2.4, false, 'The firmware of the device is too old for this command.'],
    ['PowerMode', { powerMode: 3 }, 10.43, false, 'The firmware of the device is too old for this command.'],
    [
      'DownloadRange',
      { FileType: 3, FileNamesStartDate: '2026-03-16 09:40:00', FileNamesEndDate: '2026-03-16 09:42:01' },
      10.8,
      false,
      'The time range is too long for this device.',
    ],
    ['PowerMode', { powerMode: 0 }, 10.8, true, 'The device does not take this command over its link.'],
    ['IridiumSettings', {}, 10.8, false, 'The device does not take this command over its link.'],
  ] as const)(
    '%s %j is not for firmware %d (satellite: %s): the answer names the device and says why',
    async (commandType, parameters, firmware, isIridium, why) => {
      const uid = await makeDevice(firmware, isIridium);
      const response = await post({ uid, commandType, parameters });
      expect(response.status).toBe(409);
      expect(await readProblem(response)).toMatchObject({
        code: 'command-not-for-device',
        detail: `AGM ${uid}: ${why}`,
      });
    },
  );

  test('a device with unknown firmware accepts any command into its queue', async () => {
    const uid = await makeDevice(null);
    expect((await post({ uid, commandType: 'GeoMode', parameters: { GeoMode: 2 } })).status).toBe(201);
  });

  test('a queued command is audited with the company of the device', async () => {
    const uid = await makeDevice();
    const { commandId } = await queue(restart(uid));
    expect(await readAudit(uid)).toEqual([
      {
        action: 'command-queued',
        user_name: 'Dana Reyes',
        group_id: world.groupId,
        before: null,
        after: { commandId, uid, type: 'DeviceRestart', parameters: {}, expiresAt: null },
      },
    ]);
  });
});

describe('queueing several', () => {
  test('[C-104] several commands are answered and listed in their order', async () => {
    const [one, other] = [await makeDevice(), await makeDevice()];
    const response = await postList([restart(one), restart(other), { uid: one, commandType: 'GpsFix' }]);
    expect(response.status).toBe(201);
    const stored = (await response.json()) as QueuedCommand[];
    expect(stored.map(({ uid, commandType }) => [uid, commandType])).toEqual([
      [one, 'DeviceRestart'],
      [other, 'DeviceRestart'],
      [one, 'GpsFix'],
    ]);
    expect(await listIds(one)).toEqual([stored[0]?.commandId, stored[2]?.commandId]);
  });

  test.each([
    ['one is for another link', (uid: number) => ({ uid, commandType: 'IridiumSettings' }), 409],
    ['one has a wrong parameter', (uid: number) => ({ uid, commandType: 'SdMode', parameters: { SdMode: -1 } }), 400],
    ["one is for another company's device", () => restart(FOREIGN), 404],
  ] as const)('no command is queued when %s', async (_what, makeWrong, status) => {
    const uid = await makeDevice();
    expect((await postList([restart(uid), makeWrong(uid)])).status).toBe(status);
    expect(await list(uid)).toEqual([]);
    expect(await readAudit(uid)).toEqual([]);
  });

  test('an empty list is refused', async () => {
    expect((await postList([])).status).toBe(400);
  });
});

describe('the list', () => {
  test('[C-037] [C-101] the list shows queued, sent and rejected commands, oldest first', async () => {
    const uid = await makeDevice();
    const orders = ['DeviceRestart', 'GpsFix', 'FactoryReset', 'AGMShutDwn'].map((commandType) => ({
      uid,
      commandType,
    }));
    const ids = ((await (await postList(orders)).json()) as QueuedCommand[]).map(({ commandId }) => commandId);
    await deliver(uid, ANSWER.accepted);
    await deliver(uid, ANSWER.rejected, 1);
    await deliver(uid);
    expect(await list(uid)).toMatchObject([
      { commandId: ids[1], state: 'rejected', attempts: 1, note: 'Its firmware is too old for this command.' },
      { commandId: ids[2], state: 'sent', attempts: 1, note: null },
      { commandId: ids[3], state: 'queued', attempts: 0, note: null },
    ]);
  });

  test.each([[399_999], [FOREIGN]])(
    'the list of device %d is not found for a caller who may not see it',
    async (uid) => {
      for (const address of [`/commands/${uid}`, `/commands/${uid}/history`]) {
        expect(await refusal(await world.call('admin', 'GET', address))).toEqual([404, 'device-not-found']);
      }
    },
  );

  test('a superadmin sees and changes the list of a company', async () => {
    const response = await post(restart(FOREIGN), 'superadmin');
    expect(response.status).toBe(201);
    const { commandId } = (await response.json()) as QueuedCommand;
    expect(await world.fetch('foreignAdmin', `/commands/${FOREIGN}`)).toMatchObject([{ commandId }]);
    expect((await remove(commandId, 'superadmin')).status).toBe(200);
    expect(await world.fetch('foreignAdmin', `/commands/${FOREIGN}`)).toEqual([]);
  });
});

describe('deleting', () => {
  test('[C-038] [C-102] deleting removes a queued, sent or rejected command from the list, and is audited', async () => {
    const uid = await makeDevice();
    const ids: number[] = [];
    for (const status of [ANSWER.rejected, undefined, undefined]) {
      ids.push((await queue(restart(uid))).commandId);
      await deliver(uid, status);
    }
    expect((await list(uid)).map(({ state }) => state)).toEqual(['rejected', 'sent', 'queued']);
    for (const id of ids) {
      const response = await remove(id);
      expect([response.status, await response.json()]).toEqual([200, {}]);
    }
    expect(await list(uid)).toEqual([]);
    const deletions = (await readAudit(uid)).filter(({ action }) => action === 'command-deleted');
    expect(deletions).toMatchObject(
      ids.map((commandId) => ({ group_id: world.groupId, before: { commandId }, after: null })),
    );
  });

  test('an accepted, deleted, unknown or foreign command is not found', async () => {
    const uid = await makeDevice();
    const { commandId: accepted } = await queue(restart(uid));
    await deliver(uid, ANSWER.accepted);
    const { commandId: deleted } = await queue(restart(uid));
    await remove(deleted);
    const foreign = (await (await post(restart(FOREIGN), 'foreignAdmin')).json()) as QueuedCommand;
    for (const id of [accepted, deleted, 4_294_967_295, foreign.commandId]) {
      expect(await refusal(await remove(id))).toEqual([404, 'command-not-found']);
    }
    expect(await world.fetch('foreignAdmin', `/commands/${FOREIGN}`)).toMatchObject([
      { commandId: foreign.commandId, state: 'queued' },
    ]);
  });

  test('a device that leaves its company loses its queued commands', async () => {
    const uid = await makeDevice();
    const { commandId } = await queue(restart(uid));
    expect((await world.call('superadmin', 'DELETE', `/admin/apexagm/${uid}`)).status).toBe(200);
    const { db } = server.app.database.read(systemScope('test'));
    expect(await db.selectFrom('commands').select(['state']).where('id', '=', commandId).execute()).toEqual([
      { state: 'deleted' },
    ]);
    expect(
      await db
        .selectFrom('command_steps')
        .select(['state', 'detail'])
        .where('command_id', '=', commandId)
        .orderBy('id')
        .execute(),
    ).toEqual([
      { state: 'queued', detail: null },
      { state: 'deleted', detail: 'The device has left the company.' },
    ]);
  });
});

describe('the history', () => {
  const stepsOf = ({ commandList }: History) =>
    commandList[0]?.steps.map(({ state, by, detail }) => [state, by, detail]);

  test('the history shows who sent what, every step and the answer of the device', async () => {
    const uid = await makeDevice();
    await queue(restart(uid));
    await deliver(uid, ANSWER.busy);
    expect(stepsOf(await readHistory(uid))).toEqual([
      ['queued', 'Dana Reyes', null],
      ['sent', null, 'cellular'],
      ['queued', null, 'The device is busy.'],
    ]);
    await remove((await list(uid))[0]?.commandId ?? 0);
    expect(stepsOf(await readHistory(uid))?.at(-1)).toEqual(['deleted', 'Dana Reyes', null]);
  });

  test('a late answer to a deleted command is in the history, and the command stays deleted', async () => {
    const uid = await makeDevice();
    const { commandId } = await queue({
      uid,
      commandType: 'PowerMode',
      parameters: { powerMode: 1, connectSchedule: 2 },
    });
    await deliver(uid);
    await remove(commandId);
    await server.app.database.change(systemOrigin('test'), (change) =>
      storeDeviceAnswer(change, {
        uid,
        groupId: world.groupId,
        commandId,
        status: ANSWER.accepted,
        detail: 0,
        at: Date.now(),
      }),
    );
    const history = await readHistory(uid);
    expect(history.commandList[0]?.state).toBe('deleted');
    expect(stepsOf(history)?.at(-1)).toEqual(['deleted', null, 'The device had carried it out already.']);
    // The device has executed the command, so its settings have changed.
    expect(await world.fetch('admin', `/apexagm/${uid}/device`)).toMatchObject({ lastPowerMode: 1, lastSchedule: 2 });
  });

  test('the history is paged, newest first by default, and counts all commands', async () => {
    const uid = await makeDevice();
    const stored = (await (await postList(Array.from({ length: 5 }, () => restart(uid)))).json()) as QueuedCommand[];
    const ids = stored.map(({ commandId }) => commandId);
    const page = async (query: string) => {
      const { rowsNumber, commandList } = await readHistory(uid, query);
      return [rowsNumber, commandList.map(({ commandId }) => commandId)];
    };
    expect(await page('?rowsPerPage=2')).toEqual([5, [ids[4], ids[3]]]);
    expect(await page('?rowsPerPage=2&page=3')).toEqual([5, [ids[0]]]);
    expect(await page('?rowsPerPage=2&page=4')).toEqual([5, []]);
    expect(await page('?rowsPerPage=0&descending=false')).toEqual([5, ids]);
    expect(await page('?startDate=2200-01-01%2000:00:00')).toEqual([0, []]);
    expect(await page(`?endDate=${encodeURIComponent(formatUtcSecond(Date.now() + HOUR_MS))}`)).toEqual([
      5,
      ids.toReversed(),
    ]);
  });
});

describe('expiry', () => {
  const change = <Outcome>(work: Parameters<typeof server.app.database.change<Outcome>>[1]) =>
    server.app.database.change(systemOrigin('test'), work);

  test('an expired command is not sent; it leaves the list and stays in the history', async () => {
    const uid = await makeDevice();
    const expiresAt = formatUtcSecond(Date.now() + HOUR_MS);
    const { commandId } = await queue({ ...restart(uid), expiresAt });
    const { commandId: next } = await queue(restart(uid));
    const late = Date.parse(`${expiresAt}Z`);
    const sent = await change((each) => claimNext(each, { uids: [uid], link: 'cellular', now: late, dueAt: late }));
    expect(sent.map(({ id }) => id)).toEqual([next]);
    expect((await change((each) => expireCommands(each, late - 1))).map(({ id }) => id)).not.toContain(commandId);
    expect((await change((each) => expireCommands(each, late))).map(({ id }) => id)).toContain(commandId);
    expect(await listIds(uid)).toEqual([next]);
    expect((await readHistory(uid)).commandList.find((each) => each.commandId === commandId)).toMatchObject({
      state: 'expired',
      expiresAt,
    });
  });
});

describe('a raw download', () => {
  const ask = (uid: number, endDate = '2026-03-16 09:42:00') =>
    world.call('admin', 'POST', '/pigrun/DownloadRecordedRawDataRequest', {
      uid,
      startDate: '2026-03-16 09:40:00',
      endDate,
    });

  test('[C-105] a raw download has its own call, which answers the id of the session', async () => {
    const uid = await makeDevice(10.71);
    const response = await ask(uid);
    const commandId = await response.json();
    expect(await list(uid)).toMatchObject([
      {
        commandId,
        commandType: 'DownloadRange',
        parameters: { FileType: 3, FileNamesStartDate: '2026-03-16 09:40:00', FileNamesEndDate: '2026-03-16 09:42:00' },
      },
    ]);
  });

  test.each([
    [10.7, '2026-03-16 09:42:00', 409],
    [2.6, '2026-03-16 09:42:00', 409],
    [10.71, '2026-03-16 09:42:01', 409],
    [10.71, '2026-03-16 09:40:00', 409],
  ])('a raw download for firmware %d until %s is refused', async (firmware, endDate, status) => {
    const uid = await makeDevice(firmware);
    const response = await ask(uid, endDate);
    expect(await refusal(response)).toEqual([status, 'command-not-for-device']);
    expect(await list(uid)).toEqual([]);
  });
});
