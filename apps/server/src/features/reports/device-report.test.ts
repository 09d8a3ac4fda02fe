import type { ReportRow } from '@waymark/contract/reports/report-row';
import { compareMarkerNames } from '@waymark/domain/report/order-rows';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { placeInRun } from '../runs/testing/follow.ts';
import { PASSAGES_A_PAGE } from './read-by-time.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const START = Date.UTC(2026, 1, 20);
const DEVICES = [850_001, 850_002, 850_003] as const;
const [FIRST, SECOND] = DEVICES;
/** More passages on one day than a page, then a gap and some more; several at the same instant. */
const BURST = PASSAGES_A_PAGE + 200;
const MANY = BURST + 300;

let server: TestServer;
let world: DeviceWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  for (const uid of DEVICES) await world.addDevice(uid);
  await world.setState(FIRST, { firmware_version: 9.4 });
  await world.openMonths(START, START + 15 * DAY, START + 45 * DAY);
  const { db } = server.app.database.read(systemScope('test'));
  // Each third has MAG and ELF, the others GEO; ten a second.
  await sql`
    insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count, frequency, is_verified,
      is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate)
    select ${FIRST} + n % 3, at + interval '15 s' + n * interval '1 ms', kind, ${world.groupId}, at, at, n, n, case kind when 2 then 0 else 22 end, n % 7 = 0,
      false, false, 36.13, -96.03, 214300, 16.66667
    from (select n, ${new Date(START)}::timestamptz + n / ${BURST}::int * interval '9 days' + n % ${BURST}::int / 10 * interval '1 second' as at
      from generate_series(0, ${MANY - 1}) n) series,
      unnest(case n % 3 when 0 then array[0, 2] else array[1] end) kind`.execute(db);
  await sql`
    insert into record_counts
    select uid, 'passage', (end_of_snip_at at time zone 'utc')::date, group_id, count(distinct end_of_snip_at) from passages group by 1, 3, 4`.execute(
    db,
  );
  await placeSome();
  await sql`analyze passages, record_counts, pig_run_passages`.execute(db);
});
afterAll(() => server.close());

/** The first one, and of the next 50 each tenth, are at markers of a run; one of these is a marker that the run still has. */
async function placeSome(): Promise<void> {
  const { db } = server.app.database.read(systemScope('test'));
  const [first] = await db
    .selectFrom('passages')
    .select('end_of_snip_at')
    .where('uid', '=', FIRST)
    .orderBy('end_of_snip_at')
    .limit(1)
    .execute();
  const runId = await placeInRun(db, {
    groupId: world.groupId,
    uid: FIRST,
    endOfSnipAt: first?.end_of_snip_at ?? new Date(0),
  });
  await db.updateTable('pig_run_passages').set({ marker_name: 'AGM 01' }).where('run_id', '=', runId).execute();
  await sql`
    insert into pig_run_passages (run_id, marker_name, uid, end_of_snip_at)
    select ${runId}, 'AGM ' || (12 - psg_seq / 10), uid, end_of_snip_at from passages
    where psg_seq in (10, 20, 30, 40, 50) and uid = any(${[...DEVICES]}::bigint[]) and kind <> 0 and group_id = ${world.groupId}`.execute(
    db,
  );
}

type Request = Readonly<Record<string, unknown>>;
interface Report {
  readonly rowsNumber: number;
  readonly reportDataResponseRecordList: readonly ReportRow[];
}
const WHOLE: Request = {
  startDate: formatUtcSecond(START),
  endDate: formatUtcSecond(START + 60 * DAY),
  uidList: DEVICES,
  includeVerifiedPassagesOnly: false,
};
const post = (
  what: 'Get' | 'Export',
  body: Request,
  by: 'admin' | 'foreignAdmin' | 'viewer' | 'superadmin' = 'admin',
) => world.call(by, 'POST', `/pigrun/${what}ReportDataForDevices`, { ...WHOLE, ...body });
async function read(body: Request = {}, by: 'admin' | 'foreignAdmin' = 'admin'): Promise<Report> {
  const response = await post('Get', body, by);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Report;
}
const keyOf = ({ uId, passageTimeStamp, detectionCount }: ReportRow) => `${uId} ${passageTimeStamp} ${detectionCount}`;
const keysOf = ({ reportDataResponseRecordList: rows }: Report) => rows.map(keyOf);

describe('the report of devices', () => {
  test('[O-061] [O-024] [O-026] [W-109] a report of devices has each passage in the range once, its records merged into one row', async () => {
    const { rowsNumber, reportDataResponseRecordList: rows } = await read({ rowsPerPage: 0 });
    expect([rowsNumber, rows.length, new Set(rows.map(({ detectionCount }) => detectionCount)).size]).toEqual([
      MANY,
      MANY,
      MANY,
    ]);
    expect(new Set(rows.map(({ passageType }) => passageType))).toEqual(new Set(['ELF/MAG', 'GEO']));
    const [first] = rows;
    expect(first).toMatchObject({
      passageTimeStamp: formatUtcMillisecond(START),
      uId: FIRST,
      detectionCount: 0,
      passageDetectedFrequency: 22,
      geoId: null,
      isVerified: true,
      latitude: 36.13,
      longitude: -96.03,
      altitude: 214_300,
      firmwareVersion: 9.4,
      passageType: 'ELF/MAG',
      runId: expect.any(Number),
      pigRunName: 'Cushing to Tulsa',
      toolName: `PLACED-${FIRST}`,
      markerName: 'AGM 01',
      markerNote: '',
      markerLatitude: 36.01,
      markerLongitude: -96.64,
    });
    const unplaced = {
      runId: null,
      pigRunName: null,
      toolName: null,
      markerName: null,
      markerNote: null,
      markerLatitude: null,
      markerLongitude: null,
    };
    expect(rows.find(({ detectionCount }) => detectionCount === 1)).toMatchObject({
      uId: SECOND,
      ...unplaced,
      firmwareVersion: null,
      passageType: 'GEO',
    });
  });

  test.each([
    [{ uidList: [SECOND] }, (n: number) => n % 3 === 1],
    [{ uidList: [SECOND, SECOND, 999_999] }, (n: number) => n % 3 === 1],
    [
      { startDate: formatUtcSecond(START + 9 * DAY), endDate: formatUtcSecond(START + 9 * DAY + 5000) },
      (n: number) => n >= BURST && n < BURST + 60,
    ],
    [
      { startDate: formatUtcMillisecond(START + 1000), endDate: formatUtcMillisecond(START + 1001) },
      (n: number) => n >= 10 && n < 20,
    ],
    [{ includeVerifiedPassagesOnly: true }, (n: number) => n % 7 === 0],
    [{ uidList: [999_999] }, () => false],
  ])('[O-026] limits devices and range, both ends included: %j', async (request, isIn) => {
    const expected = Array.from({ length: MANY }, (_none, n) => n).filter(isIn);
    const { rowsNumber, reportDataResponseRecordList: rows } = await read({ ...request, rowsPerPage: 0 });
    expect([
      rowsNumber,
      rows.map(({ detectionCount }) => detectionCount).toSorted((one, other) => (one ?? 0) - (other ?? 0)),
    ]).toEqual([expected.length, expected]);
  });

  test.each([
    ['[O-050]', { startDate: 'yesterday' }, 'The start date is not valid.'],
    ['[O-050]', { startDate: '2026-02-30 00:00:00' }, 'The start date is not valid.'],
    ['[O-051]', { endDate: '' }, 'The end date is not valid.'],
    ['[O-052]', { startDate: WHOLE.endDate, endDate: WHOLE.startDate }, 'The start date must be before the end date.'],
    ['[O-052]', { endDate: WHOLE.startDate }, 'The start date must be before the end date.'],
    ['[O-053]', { uidList: [] }, 'At least one uid value must be selected.'],
  ])('%s a report is refused for %j', async (_, request, detail) => {
    for (const what of ['Get', 'Export'] as const)
      expect(await readProblem(await post(what, request))).toMatchObject({
        status: 400,
        code: 'report-invalid',
        title: 'Invalid report parameter.',
        detail,
      });
  });
});

const compare = (one: number, other: number) => one - other;
const orders: Readonly<Record<string, (one: ReportRow, other: ReportRow) => number>> = {
  passageTimeStamp: () => 0,
  uId: (one, other) => compare(one.uId ?? 0, other.uId ?? 0),
  markerName: (one, other) => compareMarkerNames(one.markerName ?? '', other.markerName ?? ''),
};
const byTime = (one: ReportRow, other: ReportRow) =>
  (one.passageTimeStamp ?? '').localeCompare(other.passageTimeStamp ?? '') ||
  compare(one.uId ?? 0, other.uId ?? 0) ||
  compare(one.detectionCount ?? 0, other.detectionCount ?? 0);

test.each([
  ['O-010', 'passageTimeStamp', false],
  ['O-010', 'passageTimeStamp', true],
  ['O-011', 'markerName', false],
  ['O-011', 'markerName', true],
  ['O-012', 'uId', false],
  ['O-012', 'uId', true],
])(
  '[O-009] [%s] sorted by %s, descending %s: the pages are consecutive, and the file has the same rows',
  async (_id, sortBy, descending) => {
    const whole = await read({ sortBy, descending, rowsPerPage: 0 });
    const sign = descending ? -1 : 1;
    const isLast = (row: ReportRow) => Number(sortBy === 'markerName' && row.markerName === null);
    const sorted = whole.reportDataResponseRecordList.toSorted(
      (one, other) =>
        isLast(one) - isLast(other) || sign * (orders[sortBy]?.(one, other) ?? 0) || sign * byTime(one, other),
    );
    expect(keysOf(whole)).toEqual(sorted.map(keyOf));
    const pages = [1, 2, 3, 4].map((page) => read({ sortBy, descending, page, rowsPerPage: 700 }));
    expect((await Promise.all(pages)).map(keysOf)).toEqual(
      [
        [0, 700],
        [700, 1400],
        [1400, 2100],
        [2100, 2800],
      ].map(([from, until]) => sorted.slice(from, until).map(keyOf)),
    );
    const [, ...lines] = parse(await (await post('Export', { sortBy, descending, page: 1, rowsPerPage: 0 })).text(), {
      bom: true,
    });
    expect(lines.map((cells) => [cells[0], cells[1], cells[9]])).toEqual(
      sorted.map((row) => [row.markerName ?? '', String(row.uId), row.passageTimeStamp]),
    );
  },
);

test('[O-084] [O-086] the file is named by day and AGM, and is written in parts', async () => {
  const response = await post('Export', { page: 1, rowsPerPage: 0, sortBy: 'passageTimeStamp', descending: false });
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="\d{4}-\d\d-\d\d-ReportData-ByAgm\.csv"$/,
  );
  expect(response.headers.get('content-length')).toBeNull();
  expect((await response.text()).split('\r\n')).toHaveLength(MANY + 2);
});

describe('passages with corrected times', () => {
  const UID = 850_030;
  const HOUR = 3_600_000;
  /** How long before the end of its snippet each is: as devices say, at the ends of the hour, and far from it either way. */
  const BEFORE_MS = [15_000, 0, HOUR, 15_000, HOUR + 1, -1, 3 * DAY, 15_000, -5 * DAY, 25 * HOUR];
  const passages = Array.from({ length: 200 }, (_none, n) => {
    const endAt = START + n * 2.4 * HOUR;
    return { n, endAt, at: endAt - (BEFORE_MS[n % BEFORE_MS.length] ?? 0) };
  });
  const sorted = passages.toSorted((one, other) => one.at - other.at || one.endAt - other.endAt);
  const spans = [0, 5, 26, 100].flatMap((hours) =>
    [1, 24, 47, 1200].map((long) => ({ from: START + (hours - 8) * HOUR, until: START + (hours - 8 + long) * HOUR })),
  );

  beforeAll(async () => {
    await world.addDevice(UID);
    const { db } = server.app.database.read(systemScope('test'));
    const rows = passages.map(({ n, endAt, at }) => ({
      uid: UID,
      end_of_snip_at: new Date(endAt),
      kind: 1,
      group_id: world.groupId,
      passage_at: new Date(at),
      received_at: new Date(endAt),
      psg_seq: n,
      detection_count: n,
      frequency: 22,
      is_offline: false,
      is_bluetooth: false,
      lat: null,
      lon: null,
      altitude_mm: null,
      sampling_rate: 16,
    }));
    await db.insertInto('passages').values(rows).execute();
    await sql`insert into record_counts select uid, 'passage', (end_of_snip_at at time zone 'utc')::date, group_id, count(*) from passages where uid = ${UID} group by 1, 3, 4`.execute(
      db,
    );
  });

  test('[O-009] [O-026] [O-061] passages with corrected times are counted exactly, and are on the right pages for any part of the range', async () => {
    for (const { from, until } of spans) {
      const wanted = sorted.filter(({ at }) => at >= from && at < until).map(({ n }) => n);
      const request = {
        uidList: [UID],
        startDate: formatUtcMillisecond(from),
        endDate: formatUtcMillisecond(until - 1),
        rowsPerPage: 6,
      };
      for (const descending of [false, true]) {
        const inOrder = descending ? wanted.toReversed() : wanted;
        for (const page of [1, Math.max(2, Math.ceil(wanted.length / 6))]) {
          const report = await read({ ...request, descending, page });
          expect([
            report.rowsNumber,
            report.reportDataResponseRecordList.map(({ detectionCount }) => detectionCount),
          ]).toEqual([wanted.length, inOrder.slice(page * 6 - 6, page * 6)]);
        }
      }
    }
  });

  test('passages with corrected times are in the file once, from the beginning of time to its end', async () => {
    const text = await (
      await post('Export', { uidList: [UID], startDate: '1900-01-01 00:00:00', endDate: '9999-12-31 23:59:59' })
    ).text();
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[9]),
    ).toEqual(sorted.map(({ at }) => formatUtcMillisecond(at)));
  });
});

describe('where a device stood', () => {
  const UID = 850_010;
  const at = (minutes: number) => START + minutes * MINUTE;
  const beat = (minutes: number, lat: number, altitude: number | null = 1) => ({
    t: at(minutes),
    lat,
    lon: lat === 0 ? 0 : -96,
    altitude,
  });
  beforeAll(async () => {
    const device = await world.addDevice(UID);
    await world.hearHeartbeats(device, [
      beat(-10, 1),
      beat(20, 2),
      beat(24, 3),
      beat(59, 4),
      beat(61, 5),
      beat(101, 6),
      beat(150, 0),
    ]);
    for (const [index, minutes] of [0, 21, 23, 60, 112, 150].entries())
      await world.hearPassage(device, { t: at(minutes), lat: 36, lon: -96, alt: 7.5, psgSeq: index });
  });

  test("[O-038] the place of a row is that of the nearest heartbeat within ten minutes, else the passage's own", async () => {
    const { reportDataResponseRecordList: rows } = await read({ uidList: [UID] });
    expect(rows.map(({ latitude, altitude }) => [latitude, altitude])).toEqual([
      [1, 1000],
      [2, 1000],
      [3, 1000],
      [4, 1000],
      [36, 7500],
      [36, 7500],
    ]);
  });
});

describe('what other companies have', () => {
  const [FOREIGN, MOVED] = [850_020, 850_021];
  beforeAll(async () => {
    const foreign = await world.addDevice(FOREIGN, { groupId: world.foreignGroupId });
    await world.hearPassage(foreign, { t: START, detectionCount: 1 });
    // The device belonged to the other company, and now belongs to this one.
    const moved = await world.addDevice(MOVED);
    await world.setState(MOVED, { firmware_version: 10.71 });
    const theirs = { ...moved, groupId: world.foreignGroupId };
    await world.hearHeartbeats(theirs, [{ t: START + MINUTE, lat: 1, lon: 1 }]);
    await world.hearPassage(theirs, { t: START + MINUTE, detectionCount: 2, psgSeq: 1, lat: 35, lon: -95 });
    await world.hearPassage(moved, { t: START + 2 * MINUTE, detectionCount: 3, psgSeq: 2, lat: 36, lon: -96 });
  });

  test('a report of devices has no passage of another company: each company keeps those of a moved device', async () => {
    const request = { uidList: [FOREIGN, MOVED] };
    const [ours, theirs] = [await read(request), await read(request, 'foreignAdmin')];
    expect(
      ours.reportDataResponseRecordList.map(({ detectionCount, latitude, firmwareVersion }) => [
        detectionCount,
        latitude,
        firmwareVersion,
      ]),
    ).toEqual([[3, 36, 10.71]]);
    expect(
      theirs.reportDataResponseRecordList.map(({ detectionCount, latitude, firmwareVersion }) => [
        detectionCount,
        latitude,
        firmwareVersion,
      ]),
    ).toEqual([
      [1, 36.13, null],
      [2, 1, null],
    ]);
    expect([ours.rowsNumber, theirs.rowsNumber]).toEqual([1, 2]);
    const file = await (await post('Export', request)).text();
    expect(file.split('\r\n')).toHaveLength(3);
  });

  test('a report of devices is for admins of companies only', async () => {
    for (const what of ['Get', 'Export'] as const)
      expect([(await post(what, {}, 'viewer')).status, (await post(what, {}, 'superadmin')).status]).toEqual([
        403, 403,
      ]);
  });
});
