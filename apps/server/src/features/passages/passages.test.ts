import type { PassageData } from '@waymark/contract/devices/passage-data';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { encodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { formatUtcDatabase, formatUtcMillisecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeInRun } from '../runs/testing/follow.ts';
import { verifyEvents } from '../../hub/testing/verify-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';
import { storeWaveform } from '../records/waveforms.store.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 1, 28, 20);
const ELF = 1;
const GEO = 2;
const MAG = 4;

let server: TestServer;
let world: DeviceWorld;
let device: HeldDevice;
let nextUid = 800_001;

beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await world.addDevice(nextUid);
  nextUid += 1;
});

const reader = () => server.app.database.read(systemScope('test'));
const hear = (t: number, said: object = {}) => world.hearPassage(device, { t, psgSeq: t / 1000, ...said });

interface List {
  readonly rowsNumber: number;
  readonly passageEventList: readonly PassageRow[];
}
const list = () =>
  world.fetch<List>('admin', `/apexagm/${device.uid}/getPassageHistoricData?rowsPerPage=0&descending=false`);
async function firstRow(): Promise<PassageRow> {
  const [row] = (await list()).passageEventList;
  if (!row) throw new Error('no passage');
  return row;
}
const verifyAddress = (passageId: number, flag = '') => `/apexagm/verifyPassage/${device.uid}/${passageId}${flag}`;
const passageAddress = (passageId: number, rest = '') => `/apexagm/passage/${device.uid}/${passageId}${rest}`;
const idsOf = ({ elfId, geoId, magId }: PassageRow) => [elfId, geoId, magId].flatMap((id) => id ?? []);

const countStatuses = (answers: readonly Response[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, of]) => [status, of?.length]),
  );

async function listVerified(): Promise<boolean[]> {
  const rows = await reader()
    .db.selectFrom('passages')
    .select('is_verified')
    .where('uid', '=', device.uid)
    .orderBy('kind')
    .execute();
  return rows.map(({ is_verified: isVerified }) => isVerified);
}
async function listAudit() {
  const { rows } = await sql<{ action: string; user_name: string; before: object | null; after: object | null }>`
    select action, user_name, before, after from audit
    where object_type = 'device' and object_id = ${String(device.uid)} and action like 'passage-%' order by id`.execute(
    reader().db,
  );
  return rows;
}
const lastPassage = () =>
  reader()
    .db.selectFrom('device_states')
    .select(['passage_at', 'passage_id', 'detection_count'])
    .where('uid', '=', device.uid)
    .executeTakeFirstOrThrow();

describe('reading one passage', () => {
  const samples = Int16Array.from({ length: 500 }, (_none, index) => index - 250);

  async function storeSamples(kind: number, isSnippet = false): Promise<void> {
    const waveform = {
      channel: (['elf', 'geo', 'mag'] as const)[kind] ?? 'elf',
      sensitivity: 4,
      rateMilliHz: 16_667,
      samples,
    };
    await reader()
      .db.insertInto('waveforms')
      .values({
        uid: device.uid,
        kind,
        end_of_snip_at: new Date(START + 15_000),
        group_id: device.groupId,
        is_snippet: isSnippet,
        data: Buffer.from(encodeWaveform(waveform)),
      })
      .execute();
  }

  test('[P-045] [P-046] a passage is read with its samples as stored, after four numbers of the device, and by type those of its sibling', async () => {
    await hear(START, { detectionCount: 12 });
    await storeSamples(0);
    await storeSamples(2, true);
    const row = await firstRow();
    const mag = await world.fetch<PassageData>('admin', passageAddress(row.passageId));
    expect(mag).toEqual({
      passageId: row.magId,
      uid: device.uid,
      passageTimeStamp: '2026-02-28 20:00:00.000',
      passageTimeEndOfSnip: '2026-02-28 20:00:15.000',
      detectionCount: 12,
      passageDetectedFrequency: 22,
      packetComplexInformation: 2,
      samplingRate: 16.66667,
      isVerified: false,
      lat: 36.13,
      lon: -96.03,
      alt: 214_300,
      isSnippet: true,
      data: [1, 2, 4, 16_667, ...samples],
    });
    const elf = await world.fetch<PassageData>('admin', passageAddress(row.passageId, '/0'));
    expect([elf.passageId, elf.passageDetectedFrequency, elf.isSnippet, elf.data.length]).toEqual([
      row.elfId,
      22,
      false,
      504,
    ]);
    expect(await world.fetch<PassageData>('admin', passageAddress(row.elfId ?? 0))).toEqual(elf);
  });

  test('missing samples are an empty list, a missing record is not found', async () => {
    await hear(START, { mask: ELF });
    const { passageId } = await firstRow();
    expect((await world.fetch<PassageData>('admin', passageAddress(passageId))).data).toEqual([]);
    const answers = await Promise.all(
      ['/1', '/2'].map((type) => world.call('admin', 'GET', passageAddress(passageId, type))),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect((await world.call('admin', 'GET', passageAddress(passageId + 100_000))).status).toBe(404);
    expect((await world.call('admin', 'GET', `/apexagm/passage/${device.uid + 1}/${passageId}`)).status).toBe(404);
  });

  test('[P-049] the device of a passage is found by its id alone, by callers who may see it', async () => {
    await hear(START);
    const { passageId } = await firstRow();
    const find = (caller: 'viewer' | 'admin' | 'foreignAdmin') =>
      world.call(caller, 'GET', `/apexagm/GetDeviceUidForPassageId/?passageId=${passageId}`);
    expect(await (await find('admin')).json()).toEqual({ uid: device.uid });
    expect([(await find('viewer')).status, (await find('foreignAdmin')).status]).toEqual([404, 404]);
    await world.follow(device.uid);
    expect(await (await find('viewer')).json()).toEqual({ uid: device.uid });
  });
});

describe('verifying', () => {
  test('[P-019] [P-021] [P-047] [P-048] a verification applies to all records of the passage, and can be taken back', async () => {
    await hear(START);
    const { elfId, geoId } = await firstRow();
    expect(await (await world.call('admin', 'GET', verifyAddress(elfId ?? 0))).json()).toBe(true);
    expect(await listVerified()).toEqual([true, true, true]);
    for (const [flag, isVerified] of [
      ['/false', false],
      ['/1', true],
      ['/0', false],
      ['/true', true],
    ] as const) {
      expect(await (await world.call('admin', 'GET', verifyAddress(geoId ?? 0, flag))).json()).toBe(isVerified);
      expect(await listVerified()).toEqual([isVerified, isVerified, isVerified]);
    }
    expect((await firstRow()).isVerified).toBe(true);
    expect((await world.call('admin', 'GET', verifyAddress(geoId ?? 0, '/maybe'))).status).toBe(400);
  });

  test('a verification by record ids skips null ids, requires one, and is undone by an unknown one', async () => {
    await hear(START);
    await hear(START + HOUR, { mask: MAG });
    const [first, second] = (await list()).passageEventList;
    const set = (body: object) => world.call('admin', 'POST', '/pigrun/SetPassageVerification', body);
    const answer = await set({ elfId: first?.elfId, geoId: null, magId: second?.magId, isVerified: true });
    expect(await answer.json()).toEqual({ isVerified: true });
    expect(await listVerified()).toEqual([true, true, true, true]);
    expect((await set({ elfId: null, isVerified: false })).status).toBe(400);
    expect((await set({ elfId: first?.elfId, magId: 9_999_999, isVerified: false })).status).toBe(404);
    expect(await listVerified()).toEqual([true, true, true, true]);
  });

  test('[P-020] [P-041] a verification is allowed for an admin and a superadmin, not for a viewer', async () => {
    await hear(START);
    await world.follow(device.uid);
    const { passageId } = await firstRow();
    const statusOf = async (caller: 'viewer' | 'admin' | 'superadmin') =>
      (await world.call(caller, 'GET', verifyAddress(passageId))).status;
    expect([await statusOf('viewer'), await statusOf('admin'), await statusOf('superadmin')]).toEqual([403, 200, 200]);
  });

  test('a verification notifies callers who see the device and is audited; one without effect does neither', async () => {
    await hear(START);
    await world.follow(device.uid);
    const { passageId } = await firstRow();
    const client = await connectAgm(server, world.callers.viewer.token);
    await verifyEvents({
      client,
      fetch: firstRow,
      apply: (row, { data }) => data.passage ?? row,
      action: async () => {
        await world.call('admin', 'GET', verifyAddress(passageId));
        await world.call('superadmin', 'GET', verifyAddress(passageId));
      },
      expected: ['ReceivePassageUpdate'],
    });
    client.disconnect();
    expect(await listAudit()).toMatchObject([
      {
        action: 'passage-verified',
        user_name: 'Dana Reyes',
        before: { isVerified: false },
        after: { isVerified: true },
      },
    ]);
  });
});

describe('correcting the time', () => {
  const edit = (passageId: number, body: object) =>
    world.call('admin', 'POST', passageAddress(passageId, '/updatetimestamp'), body);
  const newTime = (at: number) => ({ newPassageTime: formatUtcDatabase(at) });

  test('[P-050] a corrected time applies to all records, and the end of their snippet stays', async () => {
    await hear(START);
    const before = await firstRow();
    const at = START + 1234;
    const answer = await edit(before.elfId ?? 0, newTime(at));
    const after = { ...before, passageTimeStamp: formatUtcMillisecond(at) };
    expect(await answer.json()).toEqual(after);
    expect(await list()).toEqual({ rowsNumber: 1, passageEventList: [after] });
    const rows = await reader()
      .db.selectFrom('passages')
      .select(['passage_at', 'end_of_snip_at'])
      .where('uid', '=', device.uid)
      .execute();
    expect(rows).toEqual([0, 1, 2].map(() => ({ passage_at: new Date(at), end_of_snip_at: new Date(START + 15_000) })));
  });

  test('[P-042] a correction is allowed for an admin and a superadmin, not for a viewer', async () => {
    await hear(START);
    await world.follow(device.uid);
    const { passageId } = await firstRow();
    const statusOf = async (caller: 'viewer' | 'admin' | 'superadmin') =>
      (await world.call(caller, 'POST', passageAddress(passageId, '/updatetimestamp'), newTime(START + 1))).status;
    expect([await statusOf('viewer'), await statusOf('admin'), await statusOf('superadmin')]).toEqual([403, 200, 200]);
  });

  test('a correction accepts the id of the passage alone', async () => {
    await hear(START);
    const { passageId } = await firstRow();
    const answer = await world.call('admin', 'POST', '/pigrun/UpdatePassageTimeStamp', {
      passageId,
      ...newTime(START - 500),
    });
    expect(await answer.json()).toMatchObject({ passageId, passageTimeStamp: '2026-02-28 19:59:59.500' });
  });

  test('a record of the passage that arrives later gets the corrected time and verification', async () => {
    await hear(START, { mask: ELF });
    const { passageId } = await firstRow();
    await edit(passageId, newTime(START + 2000));
    await world.call('admin', 'GET', verifyAddress(passageId));
    await hear(START, { mask: GEO | MAG });
    const row = await firstRow();
    expect([row.passageTimeStamp, row.isVerified, idsOf(row).length]).toEqual(['2026-02-28 20:00:02.000', true, 3]);
    expect(await listVerified()).toEqual([true, true, true]);
    expect((await list()).rowsNumber).toBe(1);
  });

  test('a correction to the future or before 2015 is refused and changes nothing', async () => {
    await hear(START);
    const row = await firstRow();
    for (const [at, detail] of [
      [Date.now() + HOUR, 'Entered Time is in the Future'],
      [Date.UTC(2014, 11, 31), 'Entered Time is before 2015'],
    ] as const) {
      const answer = await edit(row.passageId, newTime(at));
      expect(await readProblem(answer)).toMatchObject({ status: 409, code: 'passage-time-refused', detail });
    }
    expect((await edit(row.passageId, { newPassageTime: '2026-02-30 00:00:00.000000' })).status).toBe(400);
    expect(await firstRow()).toEqual(row);
    expect(await listAudit()).toEqual([]);
  });

  test('a correction updates the last passage of the device', async () => {
    await hear(START, { mask: MAG, detectionCount: 1 });
    await hear(START + HOUR, { mask: MAG, detectionCount: 2 });
    const [older, newer] = (await list()).passageEventList.map(({ passageId }) => passageId);
    const isLast = (id: number | undefined, at: number, count: number) => ({
      passage_id: id,
      passage_at: new Date(at),
      detection_count: count,
    });
    expect(await lastPassage()).toEqual(isLast(newer, START + HOUR, 2));
    await edit(newer ?? 0, newTime(START + HOUR + 1));
    expect(await lastPassage()).toEqual(isLast(newer, START + HOUR + 1, 2));
    await edit(newer ?? 0, newTime(START - HOUR));
    expect(await lastPassage()).toEqual(isLast(older, START, 1));
    await edit(newer ?? 0, newTime(START + 2 * HOUR));
    expect(await lastPassage()).toEqual(isLast(newer, START + 2 * HOUR, 2));
    await edit(older ?? 0, newTime(START + 1));
    expect(await lastPassage()).toEqual(isLast(newer, START + 2 * HOUR, 2));
  });

  test('a correction with an expected time succeeds for the first of two admins and is refused for the other', async () => {
    await hear(START);
    const { passageId, passageTimeStamp: expectedPassageTimeStamp } = await firstRow();
    const wishes = [1000, 2000, 3000, 4000].map((ms) => ({ ...newTime(START + ms), expectedPassageTimeStamp }));
    const answers = await Promise.all(wishes.map((wish) => edit(passageId, wish)));
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 3 });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && (await readProblem(refused)).code).toBe('passage-changed');
    const won = (await answers.find(({ status }) => status === 200)?.json()) as PassageRow;
    expect((await firstRow()).passageTimeStamp).toBe(won.passageTimeStamp);
    expect(await listAudit()).toHaveLength(1);
  });

  test('a correction notifies callers who see the device and is audited', async () => {
    await hear(START);
    const { passageId } = await firstRow();
    const client = await connectAgm(server, world.callers.admin.token);
    const foreign = await connectAgm(server, world.callers.foreignAdmin.token);
    const overheard: unknown[] = [];
    foreign.onAny((name) => overheard.push(name));
    await verifyEvents({
      client,
      fetch: firstRow,
      apply: (row, { data }) => data.passage ?? row,
      action: () => edit(passageId, newTime(START + 5)),
      expected: ['ReceivePassageUpdate'],
    });
    await foreign.emitWithAck('Fence');
    client.disconnect();
    foreign.disconnect();
    expect(overheard).toEqual([]);
    expect(await listAudit()).toMatchObject([
      {
        action: 'passage-time-changed',
        before: { passageTimeStamp: '2026-02-28 20:00:00.000' },
        after: { passageTimeStamp: '2026-02-28 20:00:00.005' },
      },
    ]);
  });
});

describe('deleting', () => {
  const remove = (passageId: number) => world.call('admin', 'DELETE', passageAddress(passageId));

  test('[H-060] a deletion removes the siblings, samples and count; another passage of the same instant stays', async () => {
    await hear(START);
    await hear(START, { endOfSnip: START + 16_000, mask: ELF | MAG });
    for (const [kind, endOfSnip] of [
      [0, START + 15_000],
      [0, START + 16_000],
    ] as const) {
      await reader()
        .db.insertInto('waveforms')
        .values({
          uid: device.uid,
          kind,
          end_of_snip_at: new Date(endOfSnip),
          group_id: device.groupId,
          is_snippet: false,
          data: Buffer.alloc(8),
        })
        .execute();
    }
    const [gone, kept] = (await list()).passageEventList;
    const answer = await remove(gone?.geoId ?? 0);
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await list()).toEqual({ rowsNumber: 1, passageEventList: [kept] });
    const waveforms = await reader()
      .db.selectFrom('waveforms')
      .select('end_of_snip_at')
      .where('uid', '=', device.uid)
      .execute();
    expect(waveforms).toEqual([{ end_of_snip_at: new Date(START + 16_000) }]);
    expect((await remove(gone?.geoId ?? 0)).status).toBe(404);
  });

  test('a deleted passage is not restored when the device sends it, another record of it or its samples again', async () => {
    await hear(START, { mask: ELF });
    await remove((await firstRow()).passageId);
    await hear(START, { mask: ELF });
    await hear(START, { mask: ELF | GEO | MAG });
    const samples = { channel: 'elf' as const, sensitivity: 3, rateMilliHz: 16_667, samples: new Int16Array(500) };
    const body = { psgSeq: START / 1000, waveform: samples, isSnippet: false, endOfSnipAt: START + 15_000 };
    const stored = await server.app.database.change(systemOrigin('test'), (change) =>
      storeWaveform(change, { ...device, link: 'cellular', receivedAt: START, body }),
    );
    expect(stored).toBeNull();
    expect(await list()).toEqual({ rowsNumber: 0, passageEventList: [] });
    expect(await reader().db.selectFrom('waveforms').select('uid').where('uid', '=', device.uid).execute()).toEqual([]);
    await hear(START + 1, { psgSeq: 5 });
    expect((await list()).rowsNumber).toBe(1);
  });

  test('a passage of a run can be deleted too', async () => {
    await hear(START);
    await placeInRun(reader().db, { groupId: device.groupId, uid: device.uid, endOfSnipAt: new Date(START + 15_000) });
    expect((await remove((await firstRow()).passageId)).status).toBe(200);
    expect((await list()).rowsNumber).toBe(0);
  });

  test('a deletion sets the last passage of the device to the newest remaining one, or none', async () => {
    await hear(START, { detectionCount: 1 });
    await hear(START + HOUR, { detectionCount: 2, mask: ELF });
    const [older, newer] = (await list()).passageEventList;
    await remove(newer?.passageId ?? 0);
    expect(await lastPassage()).toEqual({
      passage_id: older?.passageId,
      passage_at: new Date(START),
      detection_count: 1,
    });
    await remove(older?.passageId ?? 0);
    expect(await lastPassage()).toEqual({ passage_id: null, passage_at: null, detection_count: null });
  });

  test('a concurrent second deletion changes nothing: the count is reduced once', async () => {
    await hear(START);
    await hear(START + HOUR);
    const { passageId } = await firstRow();
    const answers = await Promise.all([remove(passageId), remove(passageId), remove(passageId)]);
    expect(countStatuses(answers)).toEqual({ 200: 1, 404: 2 });
    expect((await list()).rowsNumber).toBe(1);
  });

  test('a record that is stored during the deletion becomes its own passage or is deleted: the count stays exact', async () => {
    for (let round = 0; round < 10; round += 1) {
      const t = START + round * HOUR;
      await hear(t, { mask: ELF });
      const id = (await list()).passageEventList.at(-1)?.passageId ?? 0;
      await Promise.all([hear(t, { mask: GEO }), remove(id)]);
      const { rowsNumber, passageEventList } = await list();
      expect(rowsNumber).toBe(passageEventList.length);
    }
  });

  test('a deletion notifies callers who see the device and is audited', async () => {
    await hear(START);
    const row = await firstRow();
    const client = await connectAgm(server, world.callers.admin.token);
    await verifyEvents({
      client,
      fetch: async () => (await list()).passageEventList,
      apply: (rows, { data }) =>
        data.passage === null ? rows.filter(({ passageId }) => !data.passageIds.includes(passageId)) : rows,
      action: () => remove(row.passageId),
      expected: ['ReceivePassageUpdate'],
    });
    client.disconnect();
    expect(await listAudit()).toMatchObject([
      { action: 'passage-deleted', before: { passageIds: idsOf(row) }, after: null },
    ]);
  });
});
