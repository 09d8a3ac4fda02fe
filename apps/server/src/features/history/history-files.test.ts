import { HEARTBEAT_LABELS, PASSAGE_LABELS } from '@waymark/contract/devices/history-labels';
import type { HeartbeatRow } from '@waymark/contract/devices/heartbeat-row';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { ROWS_A_PAGE } from '../../platform/database/keyset.ts';
import { reportFailure } from '../../platform/http/attachment.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { writeCsv } from './history-files.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 1, 27);
const UID = 710_001;
/** More rows than two pages. */
const MANY = 2 * ROWS_A_PAGE + 500;

let server: TestServer;
let world: DeviceWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  const device = await world.addDevice(UID);
  await world.follow(UID);
  // Few values and many ties, and more than a page without an altitude.
  await world.hearHeartbeats(
    device,
    Array.from({ length: MANY }, (_none, index) => ({
      t: START + index * MINUTE,
      battery: 8000 + (index % 7),
      altitude: index % 8 < 5 ? null : index % 3,
    })),
  );
  await world.openMonths(START, START + MANY * MINUTE);
  // Every third has MAG and ELF, the others GEO; two at each instant, every fourth without a place.
  await sql`
    insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count, frequency,
      is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate)
    select ${UID}, at + interval '15 s' + n % 2 * interval '1 ms', kind, ${world.groupId}, at, at, n, n % 5, case kind when 2 then 0 else 22 end,
      n % 2 = 0, false, case when n % 4 > 0 then 36.13 end, case when n % 4 > 0 then -96.03 end, null, 16.66667
    from (select n, ${new Date(START)}::timestamptz + n / 2 * interval '1 minute' as at from generate_series(0, ${MANY - 1}) n) series,
      unnest(case n % 3 when 0 then array[0, 2] else array[1] end) kind`.execute(
    server.app.database.read(systemScope('test')).db,
  );
  await sql`
    insert into record_counts
    select uid, 'passage', (end_of_snip_at at time zone 'utc')::date, group_id, count(distinct end_of_snip_at)
    from passages where uid = ${UID} group by 1, 3, 4`.execute(server.app.database.read(systemScope('test')).db);
});
afterAll(() => server.close());

type Query = Readonly<Record<string, string>>;
const address = (what: string, query: Query) => `/apexagm/${UID}/${what}?${new URLSearchParams(query).toString()}`;
const exportFile = (what: 'Passage' | 'Heartbeat', query: Query) =>
  world.call('admin', 'GET', address(`export${what}s`, query));
const readCells = (text: string): string[][] => parse(text, { bom: true });

describe('the file', () => {
  test('[H-048] a file is named by device, kind and day, and begins with the UTF-8 byte order mark', async () => {
    for (const what of ['Passage', 'Heartbeat'] as const) {
      const response = await exportFile(what, { columns: 'uid' });
      const today = new Date().toISOString().slice(0, 10);
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${UID}-${what}-${today}.csv"`);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    }
  });

  test('a file has the given columns in their order, with their labels', async () => {
    const columns = Object.keys(PASSAGE_LABELS).toReversed();
    const [headings] = readCells(await (await exportFile('Passage', { columns: columns.join(',') })).text());
    expect(headings).toEqual(Object.values(PASSAGE_LABELS).toReversed());
    const ofHeartbeat = Object.keys(HEARTBEAT_LABELS).join(',');
    expect(readCells(await (await exportFile('Heartbeat', { columns: ofHeartbeat })).text())[0]).toEqual(
      Object.values(HEARTBEAT_LABELS),
    );
  });

  test('[W-039] a column that is given twice is refused, however often', async () => {
    for (const columns of ['uid,uid', 'uid,battery,uid', Array<string>(200).fill('uid').join()]) {
      const answer = await exportFile('Heartbeat', { columns });
      expect([answer.status, (await readProblem(answer)).code]).toEqual([400, 'validation-failed']);
    }
  });

  test.each(['', 'uid,', 'uid,toString', 'uid,password_hash'])(
    'the columns "%s" are refused before anything is written',
    async (columns) => {
      const answer = await exportFile('Heartbeat', { columns });
      expect(await readProblem(answer)).toMatchObject({ status: 400, code: 'validation-failed' });
    },
  );

  test('[H-049] [H-050] admins and superadmins may export, viewers may not', async () => {
    const statuses = await Promise.all(
      (['viewer', 'admin', 'superadmin'] as const).map(async (caller) => {
        const response = await world.call(
          caller,
          'GET',
          address('exportHeartbeats', { columns: 'uid', endDate: '2026-02-27 00:00:00' }),
        );
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(statuses).toEqual([403, 200, 200]);
  });

  test('[W-109] a file has the texts of the screen: units in the heading, signals negative, words for states', async () => {
    const day = { startDate: '2026-02-27 00:00:00', endDate: '2026-02-27 00:05:00', descending: 'false' };
    const columns =
      'heartbeatTimeStamp,signalStrength,battery,lon,altitude,powerSupplyState,internalAntennaFoldState,geophoneConnected';
    const rows = readCells(await (await exportFile('Heartbeat', { ...day, columns })).text());
    expect(rows[1]).toEqual(['2026-02-27 00:00:00', '-85', '8000', '-96.03', '', 'External', 'Folded out', 'Yes']);
    expect(rows[6]?.[4]).toBe('2');
    const ofPassages =
      'passageTimeStamp,passageDetectedFrequency,packetComplexInformation,source,isVerified,lat,PigRunName';
    const passages = readCells(await (await exportFile('Passage', { ...day, columns: ofPassages })).text());
    expect(passages.slice(1, 3)).toEqual([
      ['2026-02-27 00:00:00.000', '22', 'MAG', 'Offline', 'No', '', ''],
      ['2026-02-27 00:00:00.000', '22', 'GEO', 'Online', 'No', '36.13', ''],
    ]);
  });
});

test('the files have no 0 where a GEO record has no frequency and a heartbeat no position', async () => {
  const uid = UID + 1;
  const device = await world.addDevice(uid);
  await world.hearHeartbeats(device, [{ t: START, lat: 0, lon: 0 }]);
  await world.hearPassage(device, { t: START, mask: 2, freq: 0 });
  await world.hearPassage(device, { t: START + MINUTE, mask: 4, freq: 0 });
  const read = async (what: string, columns: string) => {
    const query = new URLSearchParams({ columns, descending: 'false' }).toString();
    const [, ...rows] = readCells(await (await world.call('admin', 'GET', `/apexagm/${uid}/${what}?${query}`)).text());
    return rows;
  };
  expect(await read('exportHeartbeats', 'lat,lon,battery')).toEqual([['', '', '8620']]);
  expect(await read('exportPassages', 'packetComplexInformation,passageDetectedFrequency')).toEqual([
    ['GEO', ''],
    ['MAG', 'MAG'],
  ]);
});

describe('all rows of the filter, in the order of the list', () => {
  test.each([
    {},
    { descending: 'false' },
    { sortBy: 'battery' },
    { sortBy: 'battery', descending: 'false' },
    { sortBy: 'altitude' },
    { sortBy: 'altitude', descending: 'false' },
    { sortBy: 'uid' },
    { sortBy: 'no such field', startDate: '2026-02-27 10:00:00', endDate: '2026-02-28 10:00:00' },
  ])('heartbeats %j', async (query: Query) => {
    const list = await world.fetch<{ rowsNumber: number; heartbeatList: HeartbeatRow[] }>(
      'admin',
      address('getHeartbeatHistoricData', { ...query, rowsPerPage: '0' }),
    );
    const [, ...rows] = readCells(
      await (await exportFile('Heartbeat', { ...query, columns: 'heartbeatTimeStamp' })).text(),
    );
    expect(rows).toHaveLength(list.rowsNumber);
    expect(rows.flat()).toEqual(list.heartbeatList.map(({ heartbeatTimeStamp }) => heartbeatTimeStamp));
  });

  test.each([
    {},
    { descending: 'false' },
    { sortBy: 'detectionCount' },
    { sortBy: 'isOffline', descending: 'false' },
    { sortBy: 'lat' },
    { sortBy: 'lat', descending: 'false' },
    { sortBy: 'alt' },
    { startDate: '2026-02-27 10:00:00', endDate: '2026-02-27 20:00:00' },
  ])('passages %j', async (query: Query) => {
    const list = await world.fetch<{ rowsNumber: number; passageEventList: PassageRow[] }>(
      'admin',
      address('getPassageHistoricData', { ...query, rowsPerPage: '0' }),
    );
    const [, ...rows] = readCells(await (await exportFile('Passage', { ...query, columns: 'passageId' })).text());
    expect(rows).toHaveLength(list.rowsNumber);
    expect(rows.flat().map(Number)).toEqual(list.passageEventList.map(({ passageId }) => passageId));
  });
});

describe('writing', () => {
  const collect = async (parts: AsyncIterable<string>) => {
    let text = '';
    for await (const part of parts) text += part;
    return text;
  };

  test('[W-040] disarms what a spreadsheet would take for a formula at any separator; numbers stay numbers', async () => {
    const form = {
      labels: { name: 'Name', value: 'Value' },
      cells: { name: (row: { name: string }) => row.name, value: () => -85 },
    };
    async function* pages() {
      yield ['=1+1', '@SUM(A1)', '+1', '-1', '\t=1', 'a;=1+1', 'Run "7", north'].map((name) => ({ name }));
    }
    expect(readCells(await collect(writeCsv(form, 'name,value', pages())))).toEqual([
      ['Name', 'Value'],
      ["'=1+1", '-85'],
      ["'@SUM(A1)", '-85'],
      ["'+1", '-85'],
      ["'-1", '-85'],
      ["'\t'=1", '-85'],
      ["a;'=1+1", '-85'],
      ['Run "7", north', '-85'],
    ]);
  });

  test('a page is read only after the previous parts are consumed, and none after the reader has left', async () => {
    let pagesRead = 0;
    let isClosed = false;
    async function* pages() {
      try {
        for (;;) {
          pagesRead += 1;
          yield Array.from({ length: 1000 }, () => ({ n: pagesRead }));
        }
      } finally {
        isClosed = true;
      }
    }
    const form = { labels: { n: 'N' }, cells: { n: (row: { n: number }) => row.n } };
    const parts = writeCsv(form, 'n', pages())[Symbol.asyncIterator]();
    const seen: number[] = [];
    for (let part = 0; part < 5; part += 1) {
      await parts.next();
      seen.push(pagesRead);
    }
    expect(seen).toEqual([0, 1, 1, 2, 2]);
    await parts.return?.();
    expect([pagesRead, isClosed]).toEqual([2, true]);
  });

  test('a failure is reported and ends the file', async () => {
    const failure = new Error('the database is away');
    async function* parts() {
      yield 'a';
      throw failure;
    }
    const reported: unknown[] = [];
    await expect(collect(reportFailure(parts(), (error) => reported.push(error)))).rejects.toThrow(failure);
    expect(reported).toEqual([failure]);
  });
});
