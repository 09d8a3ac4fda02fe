import {
  addManualPassage,
  changeMarker,
  movePassage,
  verifyPassage,
  type RunChange,
} from '@waymark/domain/run/changes/changes';
import { passageKey, type Run } from '@waymark/domain/run/run';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import type { ReportRow } from '@waymark/contract/reports/report-row';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProblem } from '../../testing/test-server.ts';
import type { HeldDevice } from '../devices/testing/device-world.ts';
import { placeAt } from '../runs/engine/testing/straight-runs.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../runs/testing/run-desk.ts';

const SCORES = JSON.stringify([{ algorithm: 'template', weight: 1, prediction: 1, confidence: 0.93 }]);

interface Report {
  readonly rowsNumber: number;
  readonly reportDataResponseRecordList: readonly ReportRow[];
}

let desk: RunDesk;
/** Heard at M1 and verified, heard at M2 but not verified, M3 by hand, M4 skipped, M5 without anything; once more heard at no marker. */
let runId: number;
let device: HeldDevice;
beforeAll(async () => {
  desk = await openRunDesk(840_001);
  ({ runId, device } = await desk.launch([{}, { linkedUid: null, note: 'By the "gate",\nleft' }, {}, {}, {}]));
  await desk.world.setState(device.uid, { firmware_version: 10.7 });
  await hearAt('M1', 900, true);
  await hearAt('M2', 2000, false);
  await change((run) => addManualPassage(run, 'M3', desk.after(3000), Date.now()));
  await change((run) => changeMarker(run, 'M4', { state: 'SKIP' }));
  await desk.hear(device, 400);
  // 300 s before the passage at M1, and 200 s after it; none near that at M2.
  await desk.world.hearHeartbeats(
    device,
    [600, 1100].map((seconds) => ({ t: desk.after(seconds), lat: 36.5, lon: -96.5, altitude: seconds, battery: 7000 })),
  );
  await desk.server.app.database.pool.query('update passages set scores = $1 where uid = $2 and kind = 0', [
    SCORES,
    device.uid,
  ]);
  await finish(runId, 5000);
});
afterAll(() => desk.server.close());

const change = async (apply: (run: Run) => RunChange, of = runId) => expectOk(desk.post(of, apply));
const finish = async (of: number, seconds: number) =>
  expectOk(
    desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(of)),
      recieveTime: formatUtcSecond(desk.after(seconds)),
    }),
  );

async function hearAt(name: string, seconds: number, isVerified: boolean) {
  const row = await desk.hear(device, seconds, { ...placeAt(seconds), alt: 12.5 });
  const key = passageKey({
    uid: device.uid,
    endOfSnipAt: Date.parse(`${row.passageTimeEndOfSnip}Z`),
    markerName: null,
    passageAt: 0,
  });
  await change((run) => movePassage(run, key, name, Date.now()));
  if (isVerified) await change((run) => verifyPassage(run, key, Date.now()));
}

const ask = (body: object, by: Caller = 'admin') =>
  desk.world.call(by, 'POST', '/pigrun/GetReportDataForCompletedPigRun', { runId, ...body });
async function read(body: object): Promise<Report> {
  const response = await ask(body);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Report;
}
const namesOf = ({ reportDataResponseRecordList: rows }: Report) =>
  rows.map(({ markerName, passageType }) => `${markerName}: ${passageType}`);
const exportRows = (body: object, by: Caller = 'admin') =>
  desk.world.call(by, 'POST', '/pigrun/ExportReportDataForCompletedPigRun', { runId, rowsPerPage: 0, ...body });

const ALL = [
  'null: ELF/GEO/MAG',
  'M1: ELF/GEO/MAG',
  'M2: ELF/GEO/MAG',
  'M3: Manual Passage',
  'Launch: Skipped Marker',
  'M2: Missed Passage',
  'M4: Skipped Marker',
  'M5: Unwatched Marker',
  'Receive: Skipped Marker',
];

describe('the report of a completed run', () => {
  test('[O-060] [O-035] [O-036] [O-037] [W-151] a run report has its passages, then the markers without a verified one', async () => {
    const report = await read({ rowsPerPage: 0 });
    expect(Object.keys(report).toSorted()).toEqual(['reportDataResponseRecordList', 'rowsNumber']);
    expect([report.rowsNumber, namesOf(report)]).toEqual([9, ALL]);
  });

  test('[O-020] [O-021] [O-022] [O-023] [O-038] a run report describes the device and marker of a passage; the place is that of the nearest heartbeat', async () => {
    const { reportDataResponseRecordList: rows } = await read({ rowsPerPage: 0 });
    const { passages, path } = await desk.read(runId);
    const [passage, marker] = [
      passages.find(({ markerName }) => markerName === 'M1'),
      path.markers.find(({ name }) => name === 'M1'),
    ];
    const scored = { weight: 1, prediction: 1, confidence: 0.93 };
    expect(rows[1]).toEqual({
      passageTimeStamp: formatUtcMillisecond(desk.after(900)),
      runId,
      pigRunName: path.name,
      markerName: 'M1',
      toolName: (await desk.read(runId)).pig,
      latitude: 36.5,
      longitude: -96.5,
      altitude: 1_100_000,
      uId: device.uid,
      detectionCount: passage?.detectionCount,
      passageDetectedFrequency: passage?.frequency,
      elfId: passage?.elfId,
      geoId: passage?.geoId,
      magId: passage?.magId,
      isVerified: true,
      elfMachineLearningResultList: [scored],
      geoMachineLearningResultList: [],
      magMachineLearningResultList: [],
      firmwareVersion: 10.7,
      markerLatitude: marker?.lat,
      markerLongitude: marker?.lon,
      passageType: 'ELF/GEO/MAG',
      markerNote: '',
    });
    expect([passage?.elfId, passage?.geoId, passage?.magId].every((id) => typeof id === 'number')).toBe(true);
    // 900 s before it is the nearest heartbeat of this one.
    expect(rows[2]).toMatchObject({
      markerName: 'M2',
      latitude: placeAt(2000).lat,
      longitude: placeAt(2000).lon,
      altitude: 12_500,
      isVerified: false,
    });
  });

  test('[O-016] a run report has no ids for a manual passage, and no passage data for a missed marker', async () => {
    const { reportDataResponseRecordList: rows } = await read({ rowsPerPage: 0 });
    expect(rows[3]).toMatchObject({
      passageTimeStamp: formatUtcSecond(desk.after(3000)),
      markerName: 'M3',
      elfId: null,
      geoId: null,
      magId: null,
      uId: null,
      isVerified: true,
      latitude: null,
      altitude: null,
    });
    expect(rows[5]).toMatchObject({
      passageTimeStamp: null,
      markerName: 'M2',
      elfId: null,
      uId: null,
      isVerified: false,
      markerNote: 'By the "gate",\nleft',
    });
  });

  test('[O-025] [O-035] a run report is limited to verified passages on request, and keeps the missed markers', async () => {
    const report = await read({
      includeVerifiedPassagesOnly: true,
      page: 1,
      rowsPerPage: 15,
      sortBy: 'passageTimeStamp',
      descending: false,
    });
    expect(namesOf(report)).toEqual(ALL.filter((_name, at) => at !== 0 && at !== 2));
  });

  test.each([
    ['O-010', { sortBy: 'passageTimeStamp', descending: false }, ALL],
    ['O-010', { sortBy: 'passageTimeStamp', descending: true }, [...ALL.slice(0, 4).toReversed(), ...ALL.slice(4)]],
    ['O-011', { sortBy: 'markerName', descending: false }, [4, 1, 2, 5, 3, 6, 7, 8, 0].map((at) => ALL[at])],
    ['O-011', { sortBy: 'markerName', descending: true }, [8, 7, 6, 3, 2, 5, 1, 4, 0].map((at) => ALL[at])],
    ['O-012', { sortBy: 'uId', descending: false }, ALL],
  ])('[O-009] [O-025] [%s] a run report sorted by %j is the same, page by page', async (_id, order, names) => {
    expect(namesOf(await read({ ...order, rowsPerPage: 0 }))).toEqual(names);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read({ ...order, page, rowsPerPage: 4 })));
    expect(pages.map(namesOf)).toEqual([names.slice(0, 4), names.slice(4, 8), names.slice(8), []]);
    expect(pages.map(({ rowsNumber }) => rowsNumber)).toEqual([9, 9, 9, 9]);
  });

  test('[O-033] a run report of an active run or one without passages is refused with the reason', async () => {
    const { runId: active } = await desk.launch();
    const refuse = async () => {
      const [answer, file] = await Promise.all([ask({ runId: active }), exportRows({ runId: active })]);
      return [await readProblem(answer), await readProblem(file)].map(({ code, detail }) => `${code}: ${detail}`);
    };
    expect(new Set(await refuse())).toEqual(new Set(['report-not-possible: The pig run is not completed.']));
    await finish(active, 100);
    expect(new Set(await refuse())).toEqual(new Set(['report-not-possible: The pig run has no passages.']));
  });

  test('a run report is hidden from viewers, superadmins and other companies', async () => {
    for (const call of [ask, exportRows]) {
      expect((await readProblem(await call({}, 'foreignAdmin'))).code).toBe('run-not-found');
      expect([(await call({}, 'viewer')).status, (await call({}, 'superadmin')).status]).toEqual([403, 403]);
      expect((await readProblem(await call({ runId: 999_999 }))).code).toBe('run-not-found');
    }
  });
});

describe('its export', () => {
  test('[O-079] [O-080] [O-085] [O-086] an exported run report is named by day and run, and has all rows in the order of time', async () => {
    const response = await exportRows({ page: 1, rowsPerPage: 0, sortBy: 'passageTimeStamp', descending: false });
    const { path } = await desk.read(runId);
    const disposition = response.headers.get('content-disposition')?.replace(/\d{4}-\d\d-\d\d/, 'DAY');
    expect(disposition).toBe(`attachment; filename="DAY-ReportData-${path.name}.csv"`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [headings, ...rows] = parse(await response.text(), { bom: true });
    expect(headings).toEqual([
      'AGM Survey Marker',
      'AGM UID',
      'AGM FW',
      'Survey Marker Latitude',
      'Survey Marker Longitude',
      'AGM Latitude',
      'AGM Longitude',
      'AGM Altitude (m)',
      'Passage Type',
      'Time Stamp (UTC)',
      'Notes',
    ]);
    expect(rows.map((row) => `${row[0] === '' ? null : row[0]}: ${row[8]}`)).toEqual(ALL);
  });

  test('[O-059] [O-081] [O-082] an exported run report has six decimals, metres, and notes without double quotes and line breaks', async () => {
    const rows = parse(await (await exportRows({})).text(), { bom: true, from: 2 });
    const { lat, lon } = placeAt(1000);
    const marker = [lat.toFixed(6), lon.toFixed(6)];
    expect(rows[1]).toEqual([
      'M1',
      String(device.uid),
      '10.70',
      ...marker,
      '36.500000',
      '-96.500000',
      '1100.0',
      'ELF/GEO/MAG',
      formatUtcMillisecond(desk.after(900)),
      '',
    ]);
    expect(rows[5]?.at(-1)).toBe('By the gate, left');
  });
});
