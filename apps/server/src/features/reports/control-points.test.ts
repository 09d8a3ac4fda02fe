import type { ControlProfile } from '@waymark/contract/routes/control-points';
import { addManualPassage, movePassage, verifyPassage, type RunChange } from '@waymark/domain/run/changes/changes';
import { passageKey, type Run } from '@waymark/domain/run/run';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readProblem } from '../../testing/test-server.ts';
import type { HeldDevice } from '../devices/testing/device-world.ts';
import { placeAt } from '../runs/engine/testing/straight-runs.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../runs/testing/run-desk.ts';
import { readXlsx } from './files/testing/read-xlsx.ts';

let desk: RunDesk;
/** Heard at M1 with GPS and verified, nothing at M2, M3 by hand. */
let runId: number;
let device: HeldDevice;
const change = async (apply: (run: Run) => RunChange) => expectOk(desk.post(runId, apply));
beforeAll(async () => {
  desk = await openRunDesk(850_001);
  ({ runId, device } = await desk.launch([{ note: '=1+1' }, { linkedUid: null }, {}]));
  await desk.world.hearHeartbeats(device, [
    { t: desk.after(1000), lat: 36.5, lon: -96.5, altitude: 214, battery: 7000 },
  ]);
  const row = await desk.hear(device, 950, placeAt(950));
  const key = passageKey({
    uid: device.uid,
    endOfSnipAt: Date.parse(`${row.passageTimeEndOfSnip}Z`),
    markerName: null,
    passageAt: 0,
  });
  await change((run) => movePassage(run, key, 'M1', Date.now()));
  await change((run) => verifyPassage(run, key, Date.now()));
  await change((run) => addManualPassage(run, 'M3', desk.after(3000), Date.now()));
  await expectOk(
    desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(runId)),
      recieveTime: formatUtcSecond(desk.after(5000)),
    }),
  );
});
beforeEach(() => desk.server.app.database.pool.query('delete from control_profiles'));
afterAll(() => desk.server.close());

const PROFILE = {
  id: null,
  name: 'Vendor A',
  columns: [
    { column: 'name', heading: 'AGM' },
    { column: 'station', heading: 'Sta.', unit: 'ft', decimals: 1 },
    { column: 'distance', heading: 'Chainage km', unit: 'km', decimals: 4 },
    { column: 'time', heading: 'UTC' },
    { column: 'uncertainty', heading: 'Bound s', decimals: 0 },
    { column: 'note', heading: '=Note' },
  ],
  timeFormat: 'iso',
  gapKm: 1.5,
};

const save = async (profile: object, by: Caller = 'admin') =>
  desk.world.call(by, 'POST', '/company/control-profiles', profile);
async function saved(profile: object = PROFILE): Promise<ControlProfile> {
  const response = await save(profile);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as ControlProfile;
}
const write = (body: object, by: Caller = 'admin') =>
  desk.world.call(by, 'POST', '/pigrun/WriteControlPoints', { runId, format: 'csv', ...body });
async function readCsv(body: object): Promise<string[][]> {
  const response = await write(body);
  return parse(await response.text(), { bom: true, relax_column_count: true, skip_empty_lines: false });
}

test('[W-516] [W-517] a list has the columns of the profile, and below it the gaps that are longer', async () => {
  const { id } = await saved();
  const rows = await readCsv({ profileId: id });
  const at = (seconds: number) => new Date(desk.after(seconds)).toISOString();
  expect(rows).toEqual([
    ['AGM', 'Sta.', 'Chainage km', 'UTC', 'Bound s', "'=Note"],
    ['M1', '32+80.8', '1.0000', at(950), '16', "'=1+1"],
    ['M2', '65+61.6', '2.0000', '', '', ''],
    ['M3', '98+42.4', '3.0000', at(3000), 'not known', ''],
    [''],
    ['Gaps longer than 1.5 km: from', 'To', 'From chainage (km)', 'To chainage (km)', 'Length (km)'],
    ['M1', 'M3', '1.000', '3.000', '2.000'],
  ]);
});

test('[W-516] a list without a profile has all columns, and says of a value that it is not recorded', async () => {
  const [headings = [], first = []] = await readCsv({});
  const values = Object.fromEntries(headings.map((heading, at) => [heading, first[at]]));
  expect(values).toMatchObject({
    Name: 'M1',
    Station: '1+000.000',
    'Survey quality': 'not recorded',
    'Offset (m)': 'not recorded',
    'Time (UTC)': formatUtcMillisecond(desk.after(950)),
    'Time source': 'GPS clock',
    'AGM serial': String(device.uid),
    'AGM latitude': '36.5000000',
    'Altitude (m)': '214.0',
  });
});

test('[W-517] a workbook has the points with numbers as numbers, and the gaps on a second sheet', async () => {
  const { id } = await saved();
  const response = await write({ profileId: id, format: 'xlsx' });
  expect(response.headers.get('content-disposition')).toContain(`_${runId}_control-points.xlsx"`);
  const [points, gaps] = readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(points?.rows[1]?.slice(0, 3)).toEqual(['M1', '32+80.8', 1]);
  expect(gaps?.rows[1]).toEqual(['M1', 'M3', 1, 3, 2]);
});

test('[W-517] profiles are changed, listed by name and deleted, each change audited', async () => {
  const before = await desk.server.app.database.pool.query<{ id: number }>('select coalesce(max(id), 0) id from audit');
  const second = await saved({ ...PROFILE, name: 'a vendor' });
  const { id } = await saved();
  await saved({ ...PROFILE, id, gapKm: null, timeFormat: 'unix' });
  const list = await desk.world.fetch<ControlProfile[]>('admin', '/company/control-profiles');
  expect(list.map(({ name, gapKm, timeFormat }) => [name, gapKm, timeFormat])).toEqual([
    ['a vendor', 1.5, 'iso'],
    ['Vendor A', null, 'unix'],
  ]);
  await expectOk(desk.world.call('admin', 'DELETE', `/company/control-profiles/${second.id}`));
  await write({ profileId: id });
  const { rows } = await desk.server.app.database.pool.query<{ action: string }>(
    'select action from audit where id > $1 order by id',
    [before.rows[0]?.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'control-profile-saved'),
    'control-profile-deleted',
    'control-points-written',
  ]);
});

test('[W-517] a profile of another company, a name twice, and unknown columns are refused', async () => {
  const { id } = await saved();
  const foreign = (await (await save(PROFILE, 'foreignAdmin')).json()) as ControlProfile;
  expect((await readProblem(await write({ profileId: foreign.id }))).code).toBe('control-profile-not-found');
  expect((await readProblem(await save({ ...PROFILE, name: 'VENDOR a' }))).code).toBe('control-profile-name-taken');
  expect((await save({ ...PROFILE, id }, 'foreignAdmin')).status).toBe(404);
  expect((await save({ ...PROFILE, columns: [{ column: 'depth', heading: 'D' }] })).status).toBe(400);
  expect((await save({ ...PROFILE, columns: [] })).status).toBe(400);
  expect((await save({ ...PROFILE, name: 'a\u202Eb' })).status).toBe(400);
  expect((await write({ profileId: id }, 'foreignAdmin')).status).toBe(404);
});

test('[W-515] an active and a completed run download as a file for maps, named and audited', async () => {
  const active = (await desk.launch()).runId;
  for (const each of [active, runId]) {
    const response = await desk.world.call('admin', 'GET', `/pigrun/${each}/file?format=geojson`);
    expect(response.headers.get('content-disposition')).toContain(`_${each}.geojson"`);
    const { features } = (await response.json()) as { features: { properties: { state?: string } }[] };
    const isEstimated = features.some(({ properties }) => properties.state === 'estimated position');
    expect(isEstimated).toBe(each === active);
    expect((await desk.listAudit(each)).map(({ action }) => action)).toContain('map-file-written');
  }
  expect((await desk.world.call('admin', 'GET', `/pigrun/${runId}/file?format=dwg`)).status).toBe(400);
});
