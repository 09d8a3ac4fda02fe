import { exampleHeartbeatRow, type HeartbeatRow } from '@waymark/contract/devices/heartbeat-row';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Every two hours over three days and a month's end. */
const START = Date.UTC(2026, 1, 27, 1);
const TIMES = Array.from({ length: 36 }, (_none, index) => START + index * 2 * HOUR);
const UID = 700_001;

let server: TestServer;
let world: DeviceWorld;
let device: HeldDevice;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  device = await world.addDevice(UID);
  await world.addDevice(700_002);
  await world.follow(UID);
});
afterAll(() => server.close());

type Query = Readonly<Record<string, string | number>>;
const params = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();

describe('heartbeats', () => {
  interface Answer {
    readonly rowsNumber: number;
    readonly heartbeatList: readonly HeartbeatRow[];
  }
  const list = (query: Query = {}, caller: 'admin' | 'viewer' | 'superadmin' = 'admin') =>
    world.fetch<Answer>(caller, `/apexagm/${UID}/getHeartbeatHistoricData?${params(query)}`);
  const times = ({ heartbeatList }: Answer) =>
    heartbeatList.map(({ heartbeatTimeStamp }) => Date.parse(`${heartbeatTimeStamp}Z`));
  const newestFirst = TIMES.toReversed();

  beforeAll(async () => {
    await world.hearHeartbeats(
      device,
      TIMES.map((t, index) => ({ t, battery: 8000 + (index % 3), satelliteCount: index })),
    );
    await world.hearHeartbeats({ uid: 700_002, groupId: world.groupId }, [{ t: START }]);
  });

  test('[H-054] [D-059] a row has the fields of the documents, the signal as a magnitude', async () => {
    await world.hearHeartbeats({ uid: 700_002, groupId: world.groupId }, [
      { t: START + HOUR, powerSupplyState: 0, lat: 36.1301, lon: -96.0302 },
    ]);
    const { rowsNumber, heartbeatList } = await world.fetch<Answer>(
      'admin',
      '/apexagm/700002/getHeartbeatHistoricData',
    );
    expect(rowsNumber).toBe(2);
    expect(heartbeatList[0]).toEqual({
      ...exampleHeartbeatRow,
      uid: 700_002,
      heartbeatTimeStamp: '2026-02-27 02:00:00',
      numberIridiumOfflineFiles: 3,
    });
  });

  test('[H-011] [H-012] 15 rows, newest first, unless asked otherwise', async () => {
    const answer = await list();
    expect([answer.rowsNumber, times(answer)]).toEqual([36, newestFirst.slice(0, 15)]);
  });

  test.each([
    [{ page: 3, rowsPerPage: 15 }, newestFirst.slice(30)],
    [{ page: 4, rowsPerPage: 15 }, []],
    [{ rowsPerPage: 0 }, newestFirst],
    [{ rowsPerPage: 0, page: 7, descending: 'false' }, TIMES],
    [{ descending: 'false', rowsPerPage: 2, page: 2 }, TIMES.slice(2, 4)],
    [{ sortBy: 'satelliteCount', descending: 'false', rowsPerPage: 3 }, TIMES.slice(0, 3)],
    [{ sortBy: 'no such field', rowsPerPage: 2 }, newestFirst.slice(0, 2)],
    [{ sortBy: 'toString', rowsPerPage: 2 }, newestFirst.slice(0, 2)],
    [{ sortBy: 'battery', rowsPerPage: 2 }, [TIMES[35], TIMES[32]]],
  ])('[H-057] %j shows its page and counts all', async (query, expected) => {
    const answer = await list(query);
    expect([answer.rowsNumber, times(answer)]).toEqual([36, expected]);
  });

  test.each(['true', 'false'])(
    'descending %s: the pages one after the other are all rows, each once',
    async (descending) => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map((page) => list({ page, rowsPerPage: 5, descending })),
      );
      expect(pages.flatMap(times)).toEqual(descending === 'true' ? newestFirst : TIMES);
    },
  );

  test.each([
    [{ startDate: '2026-02-28 00:00:00', endDate: '2026-02-28 23:59:59' }],
    [{ startDate: '2026-02-27 06:00:00', endDate: '2026-03-01 05:00:00' }],
    [{ startDate: '2026-02-28 05:00:00' }],
    [{ endDate: '2026-02-28 05:00:00' }],
    [{ startDate: '2026-02-28 05:00:00', endDate: '2026-02-28 05:00:00' }],
    [{ startDate: '2026-03-10 00:00:00' }],
    [{ startDate: '2026-03-01 00:00:00', endDate: '2026-02-01 00:00:00' }],
    [{ startDate: '0100-01-01 00:00:00', endDate: '9999-12-31 23:59:59' }],
  ])(
    '[H-040] %j finds the rows between them, both ends included, and their exact number',
    async (query: { startDate?: string; endDate?: string }) => {
      const [from, to] = [query.startDate ?? '0001-01-01 00:00:00', query.endDate ?? '9999-12-31 23:59:59'].map(
        (text) => Date.parse(`${text}Z`),
      );
      const expected = newestFirst.filter((t) => t >= (from ?? 0) && t <= (to ?? 0));
      const answer = await list({ ...query, rowsPerPage: 0 });
      expect(times(answer)).toEqual(expected);
      expect(answer.rowsNumber).toBe(expected.length);
      expect((await list({ ...query, page: 2 })).rowsNumber).toBe(expected.length);
    },
  );

  test.each<Query>([{ page: 0 }, { rowsPerPage: -1 }, { startDate: '2026-02-30 00:00:00' }, { descending: 'yes' }])(
    '%j is refused',
    async (query) => {
      const address = `/apexagm/${UID}/getHeartbeatHistoricData?${params(query)}`;
      expect((await world.call('admin', 'GET', address)).status).toBe(400);
    },
  );

  test('a company sees the rows that were its own when they were made', async () => {
    await world.hearHeartbeats({ uid: UID, groupId: world.foreignGroupId }, [
      { t: START - HOUR },
      { t: START - 2 * HOUR },
    ]);
    expect((await list({}, 'admin')).rowsNumber).toBe(36);
    expect((await list({}, 'viewer')).rowsNumber).toBe(36);
    expect((await list({}, 'superadmin')).rowsNumber).toBe(38);
    const day = { startDate: '2026-02-26 22:30:00', endDate: '2026-02-27 01:30:00' };
    expect(times(await list(day, 'admin'))).toEqual([START]);
    expect((await list(day, 'superadmin')).rowsNumber).toBe(3);
  });

  test('the count reads no heartbeats when the filter is whole days', async () => {
    const { db } = server.app.database.read(systemScope('test'));
    await sql`update record_counts set count = count + 1000 where uid = ${UID} and day = '2026-02-28'`.execute(db);
    expect((await list({}, 'admin')).rowsNumber).toBe(1036);
    expect((await list({ startDate: '2026-02-28 00:00:00', endDate: '2026-02-28 23:59:59' }, 'admin')).rowsNumber).toBe(
      1012,
    );
    await sql`update record_counts set count = count - 1000 where uid = ${UID} and day = '2026-02-28'`.execute(db);
  });
});

describe('passages', () => {
  interface Answer {
    readonly rowsNumber: number;
    readonly passageEventList: readonly PassageRow[];
  }
  const list = (query: Query = {}) =>
    world.fetch<Answer>('viewer', `/apexagm/${UID}/getPassageHistoricData?${params(query)}`);
  const masks = [7, 1, 2, 4, 3, 5, 6];

  beforeAll(async () => {
    for (const [index, mask] of masks.entries()) {
      await world.hearPassage(device, {
        t: START + index * HOUR,
        psgSeq: index,
        mask,
        detectionCount: 10 - index,
        isOffline: index === 1,
        ...(index === 2 && { via: 'bt' as const }),
      });
    }
  });

  test('[H-053] [H-021] [H-022] [H-023] [W-109] the ELF, GEO and MAG records of a passage are one row, before rows are counted', async () => {
    const { rowsNumber, passageEventList } = await list({ descending: 'false' });
    expect(rowsNumber).toBe(masks.length);
    for (const [index, row] of passageEventList.entries()) {
      const mask = masks[index] ?? 0;
      expect([row.elfId !== null, row.geoId !== null, row.magId !== null]).toEqual(
        [1, 2, 4].map((bit) => (mask & bit) !== 0),
      );
      expect(row.passageId).toBe(row.magId ?? row.elfId ?? row.geoId);
      const kind = row.magId !== null ? 2 : row.elfId !== null ? 0 : 1;
      expect([row.packetComplexInformation, row.passageDetectedFrequency]).toEqual([kind, mask === 4 ? 0 : 22]);
      expect(row.detectionCount).toBe(10 - index);
      expect(row.passageTimeStamp).toBe(new Date(START + index * HOUR).toISOString().replace('T', ' ').slice(0, 23));
      expect(row.passageTimeEndOfSnip).toBe(
        new Date(START + index * HOUR + 15_000).toISOString().replace('T', ' ').slice(0, 23),
      );
    }
  });

  test('[H-024] flags and place: how it came, whether it is verified, where it was', async () => {
    const { db } = server.app.database.read(systemScope('test'));
    await db
      .updateTable('passages')
      .set({ is_verified: true })
      .where('uid', '=', UID)
      .where('psg_seq', '=', 0)
      .where('kind', '=', 1)
      .execute();
    const { passageEventList } = await list({ descending: 'false' });
    expect(passageEventList.slice(0, 3).map((row) => [row.isVerified, row.isOffline, row.isBluetooth])).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect(passageEventList[0]).toMatchObject({ lat: 36.13, lon: -96.03, alt: 214_300 });
  });

  test.each([
    [{}, [6, 5, 4, 3, 2, 1, 0]],
    [{ rowsPerPage: 2, page: 2 }, [4, 3]],
    [{ rowsPerPage: 3, page: 3 }, [0]],
    [{ rowsPerPage: 3, page: 4 }, []],
    [{ sortBy: 'detectionCount', rowsPerPage: 2 }, [0, 1]],
    [{ sortBy: 'isBluetooth', rowsPerPage: 1 }, [2]],
    [{ sortBy: 'nothing', rowsPerPage: 1 }, [6]],
  ])('%j shows its page of merged rows', async (query, expected) => {
    const { rowsNumber, passageEventList } = await list(query);
    expect(passageEventList.map(({ detectionCount }) => 10 - detectionCount)).toEqual(expected);
    expect(rowsNumber).toBe(masks.length);
  });

  test('dates are those of the passage, both ends included', async () => {
    const { rowsNumber, passageEventList } = await list({
      startDate: '2026-02-27 02:00:00',
      endDate: '2026-02-27 04:00:00',
      rowsPerPage: 2,
    });
    expect([rowsNumber, passageEventList.map(({ detectionCount }) => 10 - detectionCount)]).toEqual([3, [3, 2]]);
    expect(await list({ startDate: '2026-02-28 00:00:00' })).toEqual({ rowsNumber: 0, passageEventList: [] });
  });
});
