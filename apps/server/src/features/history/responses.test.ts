import { exampleControlRow, type ControlRow } from '@waymark/contract/devices/control-row';
import { exampleInfoRow, type InfoRow } from '@waymark/contract/devices/info-row';
import { deviceInfoSchema, type DeviceInfo } from '@waymark/device-protocol/mqtt/device-info';
import { settingsResponseSchema, type SettingsResponse } from '@waymark/device-protocol/mqtt/settings-response';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';
import { storeInfo, storeSettings } from '../records/settings.store.ts';

const HOUR = 3_600_000;
/** Every three hours over a month's end. */
const START = Date.UTC(2026, 1, 27, 1);
const TIMES = Array.from({ length: 20 }, (_none, index) => START + index * 3 * HOUR);
const newestFirst = TIMES.toReversed();
const UID = 720_001;

let server: TestServer;
let world: DeviceWorld;
let device: HeldDevice;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  device = await world.addDevice(UID);
  await world.addDevice(720_002);
  await world.follow(UID);
  await world.openMonths(...TIMES);
});
afterAll(() => server.close());

const { uid: _uid, timeStampAck: _at, ...info } = exampleInfoRow;
const { uid: _sameUid, timeStampAck: _sameAt, ...settings } = exampleControlRow;

const wrap = <Body>(holder: HeldDevice, body: Body & { readonly t: number }) =>
  ({ ...holder, link: 'cellular', receivedAt: body.t, body }) as const;
const hearInfo = (t: number, said: Partial<DeviceInfo> = {}, holder = device) =>
  server.app.database.change(systemOrigin('test'), (change) =>
    storeInfo(change, wrap(holder, deviceInfoSchema.parse({ ...info, t, ...said }))),
  );
const hearSettings = (t: number, said: Partial<SettingsResponse> = {}, holder = device) =>
  server.app.database.change(systemOrigin('test'), (change) =>
    storeSettings(change, wrap(holder, settingsResponseSchema.parse({ ...settings, t, ...said }))),
  );

type Query = Readonly<Record<string, string>>;
type Caller = 'viewer' | 'admin' | 'superadmin';

/** The two lists page, filter and count alike. */
const LISTS = {
  getDeviceInformationResponseHistoricData: { kind: 'info', list: 'deviceInformationResponseList', hear: hearInfo },
  getControlSettingsResponseHistoricData: { kind: 'control', list: 'controlSettingsResponseList', hear: hearSettings },
} as const;

describe.each(Object.entries(LISTS))('%s', (name, { kind, list: field, hear }) => {
  type Row = Readonly<Record<string, unknown>> & { readonly timeStampAck: string };
  const fetchList = async (query: Query = {}, caller: Caller = 'viewer') => {
    const answer = await world.fetch<Record<string, unknown>>(
      caller,
      `/apexagm/${UID}/${name}?${new URLSearchParams(query).toString()}`,
    );
    const rows = answer[field] as readonly Row[];
    return { rowsNumber: answer['rowsNumber'], times: rows.map(({ timeStampAck }) => Date.parse(`${timeStampAck}Z`)) };
  };

  beforeAll(async () => {
    for (const [index, t] of TIMES.entries()) {
      await hear(t, kind === 'info' ? { productNumber: index % 3 } : { powerMode: index % 4 === 3 ? null : index % 4 });
    }
    await hear(TIMES[0] ?? 0);
    await hear(START, {}, { uid: 720_002, groupId: device.groupId });
  });

  test('15 rows, newest first, unless asked otherwise; a double is one row', async () => {
    expect(await fetchList()).toEqual({ rowsNumber: 20, times: newestFirst.slice(0, 15) });
  });

  const byValue = kind === 'info' ? (t: number) => TIMES.indexOf(t) % 3 : (t: number) => TIMES.indexOf(t) % 4;
  const sortBy = kind === 'info' ? 'productNumber' : 'powerMode';
  test.each<[Query, number[]]>([
    [{ page: '2' }, newestFirst.slice(15)],
    [{ page: '3' }, []],
    [{ rowsPerPage: '0', descending: 'false', page: '9' }, TIMES],
    [{ sortBy: 'toString', rowsPerPage: '2' }, newestFirst.slice(0, 2)],
    [{ sortBy: 'uid', descending: 'false', rowsPerPage: '2' }, TIMES.slice(0, 2)],
    [
      { sortBy, descending: 'false', rowsPerPage: '0' },
      TIMES.toSorted((one, other) => byValue(one) - byValue(other) || one - other),
    ],
    [{ sortBy, rowsPerPage: '0' }, TIMES.toSorted((one, other) => byValue(other) - byValue(one) || other - one)],
  ])('[H-057] %j shows its page, ties by time, and counts all', async (query, times) => {
    expect(await fetchList(query)).toEqual({ rowsNumber: 20, times });
  });

  test.each<Query>([
    { startDate: '2026-02-28 00:00:00', endDate: '2026-02-28 23:59:59' },
    { startDate: '2026-02-27 07:00:00', endDate: '2026-03-01 04:00:00' },
    { startDate: '2026-02-28 05:00:00' },
    { endDate: '2026-02-28 04:00:00' },
    { startDate: '2026-03-01 00:00:00', endDate: '2026-02-01 00:00:00' },
  ])('[H-040] %j finds the rows between them, both ends included, and their exact number', async (query) => {
    const from = Date.parse(`${query['startDate'] ?? '1970-01-01 00:00:00'}Z`);
    const to = Date.parse(`${query['endDate'] ?? '9999-12-31 23:59:59'}Z`);
    const times = newestFirst.filter((t) => t >= from && t <= to);
    expect(await fetchList({ ...query, rowsPerPage: '0' })).toEqual({ rowsNumber: times.length, times });
  });

  test('a company sees the rows that were its own when they were made', async () => {
    await hear(START - HOUR, {}, { uid: UID, groupId: world.foreignGroupId });
    const counts = await Promise.all(
      (['viewer', 'admin', 'superadmin'] as const).map(async (caller) => (await fetchList({}, caller)).rowsNumber),
    );
    expect(counts).toEqual([20, 20, 21]);
  });

  test('a viewer sees only the responses of devices that they follow', async () => {
    const statuses = await Promise.all(
      (['viewer', 'admin', 'foreignAdmin'] as const).map(
        async (caller) => (await world.call(caller, 'GET', `/apexagm/720002/${name}`)).status,
      ),
    );
    expect(statuses).toEqual([404, 200, 404]);
  });

  test('whole days are counted by the counters', async () => {
    const { db } = server.app.database.read(systemScope('test'));
    await sql`update record_counts set count = count + 1000 where uid = ${UID} and kind = ${kind} and day = '2026-02-28'`.execute(
      db,
    );
    expect((await fetchList({ startDate: '2026-02-28 00:00:00', endDate: '2026-02-28 23:59:59' })).rowsNumber).toBe(
      1008,
    );
    await sql`update record_counts set count = count - 1000 where uid = ${UID} and kind = ${kind} and day = '2026-02-28'`.execute(
      db,
    );
  });
});

test('device information is sorted by whole versions, not by the major alone', async () => {
  const holder = await world.addDevice(720_003);
  const versions = [
    [10, 71],
    [9, 9],
    [10, 100],
    [10, 9],
  ] as const;
  for (const [index, [firmwareMajorVersion, firmwareMinorVersion]] of versions.entries())
    await hearInfo(START + index, { firmwareMajorVersion, firmwareMinorVersion }, holder);
  const list = async (descending: string) => {
    const address = `/apexagm/720003/getDeviceInformationResponseHistoricData?sortBy=firmwareMajorVersion&descending=${descending}`;
    const answer = await world.fetch<{ deviceInformationResponseList: InfoRow[] }>('admin', address);
    return answer.deviceInformationResponseList.map((row) => [row.firmwareMajorVersion, row.firmwareMinorVersion]);
  };
  const sorted = [[9, 9], [10, 9], [10, 71], [10, 100]]; // prettier-ignore
  expect(await list('false')).toEqual(sorted);
  expect(await list('true')).toEqual(sorted.toReversed());
});

describe('a row', () => {
  const OTHER = 720_002;

  test('[H-055] [H-035] [H-036] a row of the device information has the required fields', async () => {
    const { deviceInformationResponseList: rows } = await world.fetch<{ deviceInformationResponseList: InfoRow[] }>(
      'admin',
      `/apexagm/${OTHER}/getDeviceInformationResponseHistoricData`,
    );
    expect(rows).toEqual([{ ...exampleInfoRow, uid: OTHER, timeStampAck: '2026-02-27 01:00:00' }]);
  });

  test('[H-056] [H-037] [H-038] a row of the settings has the required fields, null for values that the firmware does not report', async () => {
    const { controlSettingsResponseList: rows } = await world.fetch<{ controlSettingsResponseList: ControlRow[] }>(
      'admin',
      `/apexagm/${OTHER}/getControlSettingsResponseHistoricData`,
    );
    expect(rows).toEqual([{ ...exampleControlRow, uid: OTHER, timeStampAck: '2026-02-27 01:00:00', psgState: null }]);
  });
});
