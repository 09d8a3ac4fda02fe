import { labelledRecord, type LabelledRecord } from '@waymark/contract/routes/passages';
import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { encodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { ROWS_A_PAGE } from '../../platform/database/keyset.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';

const START = Date.UTC(2026, 1, 28, 20);
const MINUTE = 60_000;
const OWN = 870_001;
const FOREIGN = 870_002;
const MANY = 870_003;
const AUDIO_BANDS = [41, 62, 55, 48, 30, 19];
const FEATURES = {
  snrDb: [18, 15, 11] as [number, number, number],
  widthS: [1, 0.4, 0.5] as [number, number, number],
  weldSpeedMps: null,
  audioBands: AUDIO_BANDS,
};

let server: TestServer;
let world: DeviceWorld;
const reader = () => server.app.database.read(systemScope('test'));

/** Identified by its first sample. */
async function storeSamples(
  uid: number,
  kind: number,
  { at, first, isSnippet = false }: { at: number; first: number; isSnippet?: boolean },
): Promise<void> {
  const samples = Int16Array.from({ length: 500 }, (_none, index) => (index === 0 ? first : index - 250));
  const data = Buffer.from(
    encodeWaveform({ channel: CHANNELS[kind] ?? 'elf', sensitivity: 4, rateMilliHz: 16_667, samples }),
  );
  const key = { uid, kind, end_of_snip_at: new Date(at + 15_000), group_id: world.groupId };
  await reader()
    .db.insertInto('waveforms')
    .values({ ...key, is_snippet: isSnippet, data })
    .execute();
}

const verify = (uid: number) =>
  sql`update passages set is_verified = true where uid = ${uid} and passage_at = ${new Date(START)}`.execute(
    reader().db,
  );

beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  const own = await world.addDevice(OWN);
  const foreign = await world.addDevice(FOREIGN, { groupId: world.foreignGroupId });
  await world.hearPassage(own, { t: START, psgSeq: 1, features: FEATURES });
  await world.hearPassage(own, { t: START + MINUTE, psgSeq: 2, mask: 1 });
  await world.hearPassage(foreign, { t: START, psgSeq: 1, mask: 4 });
  // The MAG record of the verified passage has no samples.
  await storeSamples(OWN, 0, { at: START, first: 100 });
  await storeSamples(OWN, 1, { at: START, first: 101, isSnippet: true });
  await storeSamples(OWN, 0, { at: START + MINUTE, first: 102 });
  await storeSamples(FOREIGN, 2, { at: START, first: 103 });
  await verify(OWN);
  await verify(FOREIGN);
});
afterAll(() => server.close());

async function read(caller: 'admin' | 'superadmin' | 'foreignAdmin', query = ''): Promise<LabelledRecord[]> {
  const answer = await world.call(caller, 'GET', `/apexagm/exportLabelledRecords${query}`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => labelledRecord.parse(JSON.parse(line)));
}
const listFirst = (records: readonly LabelledRecord[]) => records.map(({ data }) => data[0]);

test('exports records of verified passages with samples, in the form that training reads', async () => {
  const [elf, geo, ...others] = await read('admin');
  expect(others).toEqual([]);
  expect(elf).toMatchObject({ channel: 'elf', label: 1, samplingRate: 16.667, isSnippet: false });
  expect(elf).not.toHaveProperty('audio');
  expect(geo).toMatchObject({ channel: 'geo', label: 1, audio: AUDIO_BANDS, isSnippet: true });
  expect([elf?.data[0], geo?.data[0], elf?.data[499]]).toEqual([100, 101, 249]);
});

test('exports records of unverified passages only on request, labelled as no passage', async () => {
  const records = await read('admin', '?withUnverified=true');
  expect(records.map(({ label, data }) => [data[0], label])).toEqual([
    [100, 1],
    [101, 1],
    [102, 0],
  ]);
});

test('exports the records of their company to an admin, all to a superadmin, none to a viewer', async () => {
  expect(listFirst(await read('foreignAdmin'))).toEqual([103]);
  expect(listFirst(await read('superadmin'))).toEqual([100, 101, 103]);
  expect((await world.call('viewer', 'GET', '/apexagm/exportLabelledRecords')).status).toBe(403);
});

test('exports a named file, and records it in the audit trail', async () => {
  const answer = await world.call('admin', 'GET', '/apexagm/exportLabelledRecords');
  await answer.arrayBuffer();
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="records-\d{4}-\d\d-\d\d\.jsonl"$/);
  const { rows } =
    await sql`select user_name, object_id, after from audit where action = 'records-exported' order by id desc limit 1`.execute(
      reader().db,
    );
  expect(rows).toEqual([
    { user_name: 'Dana Reyes', object_id: String(world.groupId), after: { withUnverified: false } },
  ]);
});

test('leaves out unreadable samples, and loses no record beyond a page', async () => {
  await world.addDevice(MANY);
  const count = ROWS_A_PAGE + 100;
  await sql`
    insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count, frequency, is_verified,
      is_offline, is_bluetooth, sampling_rate)
    select ${MANY}, at, 0, ${world.groupId}, at, at, n, n, 22, true, false, false, 16.66667
    from generate_series(1, ${count}) as n, lateral (select ${new Date(START)}::timestamptz - n * interval '1 second') as time (at)`.execute(
    reader().db,
  );
  await sql`
    insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
    select p.uid, p.end_of_snip_at, 0, p.group_id, false, case psg_seq when 7 then '\\x0102' else w.data end
    from passages p, waveforms w
    where p.uid = ${MANY} and w.uid = ${OWN} and w.kind = 0 and w.end_of_snip_at = ${new Date(START + 15_000)}`.execute(
    reader().db,
  );
  expect(await read('admin')).toHaveLength(2 + count - 1);
});
