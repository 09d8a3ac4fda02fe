import type { PassageData } from '@waymark/contract/devices/passage-data';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { formatUtcDatabase, formatUtcMillisecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyEvents } from '../../hub/testing/verify-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { seenPassage } from '../../testing/device-samples.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let world: DeviceWorld;
let device: HeldDevice;
let at: number;
let nextUid = 860_001;

beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await world.addDevice(nextUid);
  nextUid += 1;
  at = Date.now() - 60_000;
});

const reader = () => server.app.database.read(systemScope('test'));
const send = (said: object = {}, caller: 'viewer' | 'admin' | 'superadmin' | 'foreignAdmin' = 'admin') =>
  world.call(caller, 'POST', '/pigrun/addwebpassage', { ...seenPassage(device.uid, at), ...said });

async function sendGood(said: object = {}): Promise<number> {
  const answer = await send(said);
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { passageId: number }).passageId;
}

interface List {
  readonly rowsNumber: number;
  readonly passageEventList: readonly PassageRow[];
}
const list = () =>
  world.fetch<List>('admin', `/apexagm/${device.uid}/getPassageHistoricData?rowsPerPage=0&descending=false`);
const readData = (passageId: number) =>
  world.fetch<PassageData>('admin', `/apexagm/passage/${device.uid}/${passageId}`);
async function listAudit() {
  const { rows } = await sql<{ action: string; user_name: string; after: object }>`
    select action, user_name, after from audit where object_type = 'device' and object_id = ${String(device.uid)} and action like 'passage-%' order by id`.execute(
    reader().db,
  );
  return rows;
}

test('[S-047, S-096] a web passage is stored with its samples like a passage of the device, and the response has its id', async () => {
  await world.setState(device.uid, { detection_count: 148 });
  const sent = seenPassage(device.uid, at);
  const passageId = await sendGood();
  const [row] = (await list()).passageEventList;
  expect(row).toMatchObject({
    uid: device.uid,
    passageId,
    elfId: passageId,
    geoId: null,
    magId: null,
    passageTimeStamp: formatUtcMillisecond(at),
    passageTimeEndOfSnip: formatUtcMillisecond(at + 15_000),
    detectionCount: 148,
    passageDetectedFrequency: 22,
    packetComplexInformation: 0,
    isOffline: false,
    isBluetooth: false,
    isVerified: false,
    lat: 36.13,
    lon: -96.03,
    alt: null,
    samplingRate: 16.66667,
  });
  expect(await readData(passageId)).toMatchObject({
    passageId,
    isSnippet: false,
    data: [1, 0, 0, 16_667, ...sent.data],
  });
  expect(await world.fetch('admin', `/apexagm/lastPassage/${device.uid}`)).toMatchObject({ passageId });
  expect(await listAudit()).toMatchObject([
    { action: 'passage-added', user_name: 'Dana Reyes', after: { kind: 'elf' } },
  ]);
});

test.each([
  [1, 'GEO'],
  [2, 'MAG'],
])('channel %i is %s, of frequency 0', async (packetComplexInformation) => {
  const passageId = await sendGood({ packetComplexInformation, passageDetectedFrequency: 0 });
  const [row] = (await list()).passageEventList;
  expect([row?.packetComplexInformation, row?.passageDetectedFrequency, row?.passageId]).toEqual([
    packetComplexInformation,
    0,
    passageId,
  ]);
  expect((await readData(passageId)).data.slice(0, 2)).toEqual([1, packetComplexInformation]);
});

/** Resolves when no scoring of other tests' passages is pending or running. */
async function untilScored(): Promise<void> {
  const jobs = "select from graphile_worker.jobs where task_identifier = 'scoring.records'";
  await expect.poll(async () => (await server.app.database.pool.query(jobs)).rowCount, { timeout: 10_000 }).toBe(0);
}

test('a web passage and its scores are sent to consoles, which show the same as after a reload', async () => {
  await untilScored();
  const client = await connectAgm(server, world.callers.admin.token);
  const listScores = async () =>
    (await list()).passageEventList.map((row) => ({
      passageId: row.passageId,
      scores: row.elfMachineLearningResultList.length,
    }));
  await verifyEvents({
    client,
    fetch: listScores,
    apply: (known, event) => {
      if (event.name === 'ReceivePassage') return [...known, { passageId: event.data.passageId, scores: 0 }];
      const { passageIds, passage } = event.data;
      const scores = passage?.elfMachineLearningResultList.length ?? 0;
      return known.map((row) => (passageIds.includes(row.passageId) ? { ...row, scores } : row));
    },
    action: () => sendGood(),
    expected: ['ReceivePassage', 'ReceivePassageUpdate'],
    withinMs: 10_000,
  });
  expect(await listScores()).toMatchObject([{ scores: 3 }]);
  client.disconnect();
});

test('a web passage that is sent twice, in turn and at once, is stored, counted, announced and audited once', async () => {
  const heard: unknown[] = [];
  const client = await connectAgm(server, world.callers.admin.token);
  client.on('ReceivePassage', (said) => heard.push(said));
  const first = await sendGood();
  expect(await Promise.all([sendGood(), sendGood(), sendGood()])).toEqual([first, first, first]);
  await client.emitWithAck('Fence');
  client.disconnect();
  expect(heard).toHaveLength(1);
  expect(await list()).toMatchObject({ rowsNumber: 1, passageEventList: [{ passageId: first }] });
  expect(await listAudit()).toHaveLength(1);
  at += 1;
  expect(await sendGood()).not.toBe(first);
  expect((await list()).rowsNumber).toBe(2);
});

test('a web passage clamps values beyond 16 bits', async () => {
  const data = seenPassage(device.uid, at).data.with(0, 40_000).with(1, -40_000).with(2, 32_767).with(3, -32_768);
  const passageId = await sendGood({ data });
  expect((await readData(passageId)).data.slice(4, 9)).toEqual([32_767, -32_768, 32_767, -32_768, data[4]]);
});

test('a web passage and a passage of the device never share a waveform', async () => {
  const passageId = await sendGood();
  await world.hearPassage(device, { t: at + 1000, psgSeq: 0 });
  const rows = await reader()
    .db.selectFrom('passages')
    .select(['id', 'psg_seq'])
    .where('uid', '=', device.uid)
    .orderBy('id')
    .execute();
  expect(rows[0]).toEqual({ id: passageId, psg_seq: -1 });
});

const samples = seenPassage(0).data;
test.each([
  ['499 samples', { data: samples.slice(1) }],
  ['501 samples', { data: [...samples, 0] }],
  ['no samples', { data: [] }],
  ['a sample that is null, as JSON writes NaN', { data: samples.with(7, NaN) }],
  ['a sample that is a text', { data: samples.map(String) }],
  ['a sample that is no integer', { data: samples.with(7, 0.5) }],
  ['another rate', { samplingRate: 1000 }],
  ['a channel that there is not', { packetComplexInformation: 3 }],
  ['another frequency', { passageDetectedFrequency: 18 }],
  ['a place that is none', { lat: 91 }],
  ['a time that is none', { passageTimeStamp: '2026-02-30 00:00:00.000000' }],
  ['an end before the passage', { timeEndOfSnippet: formatUtcDatabase(Date.now() - DAY_MS) }],
])('a web passage with %s is refused and not stored', async (_, said) => {
  expect((await send(said)).status).toBe(400);
  expect((await list()).rowsNumber).toBe(0);
});

test.each([
  ['in the future', () => Date.now() + DAY_MS],
  ['older than passages are kept', () => Date.now() - 4000 * DAY_MS],
])('a web passage with a time %s is refused and not stored', async (_, when) => {
  at = when();
  const answer = await send();
  expect(await readProblem(answer)).toMatchObject({ status: 409, code: 'passage-time-refused' });
  expect((await list()).rowsNumber).toBe(0);
});

test("a web passage of a viewer or for another company's device is refused", async () => {
  await world.follow(device.uid);
  expect((await send({}, 'viewer')).status).toBe(403);
  expect(await readProblem(await send({}, 'foreignAdmin'))).toMatchObject({ status: 404, code: 'device-not-found' });
  expect(await readProblem(await send({ uid: device.uid + 500_000 }))).toMatchObject({
    status: 404,
    code: 'device-not-found',
  });
  expect((await list()).rowsNumber).toBe(0);
  expect((await send({}, 'superadmin')).status).toBe(200);
});

test('a deleted web passage that is sent again is stored again', async () => {
  const first = await sendGood();
  await world.call('admin', 'DELETE', `/apexagm/passage/${device.uid}/${first}`);
  const second = await sendGood();
  expect(await list()).toMatchObject({ rowsNumber: 1, passageEventList: [{ passageId: second }] });
  expect((await readData(second)).data).toHaveLength(504);
});
