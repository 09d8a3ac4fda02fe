import type { DownloadedFile } from '@waymark/contract/downloads/download-row';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { requestMissingWaveforms } from '../commands/auto-download.jobs.ts';
import {
  LAUNCH,
  listPackets,
  PASSED_AT,
  RECEIVE,
  recordPassages,
  sendPackets,
  startDownloadWorld,
  type DownloadWorld,
} from './testing/download-world.ts';
import { forgetDownloads } from './tidy.store.ts';

let world: DownloadWorld;
let lastUid = 397_000;
beforeAll(async () => {
  world = await startDownloadWorld();
});
afterAll(() => world.close());

interface List {
  readonly rowsNumber: number;
  readonly downloadList: readonly DownloadedFile[];
}

const add = (options: Parameters<DownloadWorld['addAgm']>[1] = {}) => world.addAgm(++lastUid, options);
const list = (query: string, caller: 'admin' | 'superadmin' | 'foreignAdmin' = 'admin') =>
  world.fetch<List>(caller, `/pigrun/downloads${query}`);

async function queue(uid: number, commandType: string, parameters: Record<string, unknown>): Promise<void> {
  const response = await world.call('admin', 'POST', '/commands/queue', {
    uid,
    commandType,
    timeStampSent: LAUNCH,
    parameters,
  });
  expect(response.status).toBe(201);
}

async function broadcast(uid: number): Promise<void> {
  const body = {
    uidList: [uid],
    commandList: ['RFD'],
    requestForDownloadStartDate: LAUNCH,
    requestForDownloadEndDate: RECEIVE,
  };
  expect((await world.call('admin', 'POST', '/pigrun/CreateBroadcastCommands', body)).status).toBe(200);
}

async function autoDownload(uid: number): Promise<void> {
  await world.query('update devices set is_auto_download = true where uid = $1', [uid]);
  const passage = {
    uid,
    groupId: world.groupId,
    passageAt: PASSED_AT,
    endOfSnipAt: PASSED_AT + 15_000,
    isOffline: true,
  };
  await world.server.app.database.change(systemOrigin('auto-download'), (each) =>
    requestMissingWaveforms(each, passage, PASSED_AT),
  );
}

const WINDOW = { FileNamesStartDate: LAUNCH, FileNamesEndDate: RECEIVE };
const OFFLINE = { FileNamesStartDate: '2026-03-18 01:00:00', FileNamesEndDate: '2026-03-18 01:10:00' };

test.each<[string, (uid: number) => Promise<unknown>, Partial<DownloadedFile>, { isIridium?: boolean }]>([
  [
    'a person',
    (uid) => queue(uid, 'DownloadRange', { FileType: 0, ...WINDOW }),
    { kind: 'passages', startDate: LAUNCH, endDate: RECEIVE, name: 'Dana Reyes' },
    {},
  ],
  [
    'a person, over satellite',
    (uid) => queue(uid, 'IridiumOfflineDownload', OFFLINE),
    { kind: 'passages', startDate: OFFLINE.FileNamesStartDate },
    { isIridium: true },
  ],
  ['a broadcast', broadcast, { kind: 'passages', startDate: LAUNCH, name: 'Dana Reyes' }, {}],
  ['a session', (uid) => world.start([uid]), { kind: 'passages', startDate: LAUNCH, name: 'Dana Reyes' }, {}],
  ['auto-download', autoDownload, { kind: 'passages', startDate: '2026-03-18 01:41:41', name: 'auto-download' }, {}],
  [
    'a request of raw data',
    (uid) => queue(uid, 'DownloadRange', { FileType: 3, ...WINDOW, FileNamesEndDate: '2026-03-18 00:01:00' }),
    { kind: 'raw' },
    {},
  ],
])('a request by %s is a download', async (_, ask, expected, options) => {
  const uid = await add(options);
  await ask(uid);
  const file = {
    uId: uid,
    downloadState: 'QC',
    packetsReceived: 0,
    packetsTotal: null,
    bytes: null,
    sha256: null,
    ...expected,
  };
  expect(await list(`?uid=${uid}`)).toMatchObject({ rowsNumber: 1, downloadList: [file] });
});

test('other commands are not downloads', async () => {
  const uid = await add();
  await queue(uid, 'DeviceRestart', {});
  expect(await list(`?uid=${uid}`)).toEqual({ rowsNumber: 0, downloadList: [] });
});

test('the list has pages, newest first, and shows only the own company', async () => {
  const uid = await add();
  for (const minute of [1, 2, 3])
    await queue(uid, 'DownloadRange', { FileType: 1, ...WINDOW, FileNamesEndDate: `2026-03-18 00:0${minute}:00` });
  const minutesOf = ({ downloadList }: List) => downloadList.map(({ endDate }) => endDate.slice(14, 16));
  const first = await list(`?uid=${uid}&page=1&rowsPerPage=2`);
  expect([first.rowsNumber, minutesOf(first)]).toEqual([3, ['03', '02']]);
  expect(minutesOf(await list(`?uid=${uid}&page=2&rowsPerPage=2`))).toEqual(['01']);
  expect(minutesOf(await list(`?uid=${uid}`, 'superadmin'))).toEqual(['03', '02', '01']);
  expect(await list('', 'foreignAdmin')).toEqual({ rowsNumber: 0, downloadList: [] });
});

test('a download older than the retention of passages is deleted with its packets and session', async () => {
  const [old, young] = [await add(), await add()];
  const oldSession = await world.start([old]);
  await world.start([young]);
  const device = await world.listen(old);
  await expect.poll(() => device.ids).toHaveLength(1);
  await sendPackets(device, listPackets(device.ids[0] ?? 0, recordPassages(2)));
  await world.query(`update downloads set created_at = '2020-01-01' where uid = $1`, [old]);
  await world.query(`update download_sessions set created_at = '2020-01-01' where id = $1`, [oldSession]);
  await world.server.app.database.change(systemOrigin('test'), (each) => forgetDownloads(each, Date.UTC(2021, 0, 1)));
  expect(await world.query('select from download_packets where command_id = $1', [device.ids[0]])).toEqual([]);
  expect((await list(`?uid=${old}`)).rowsNumber).toBe(0);
  expect((await list(`?uid=${young}`)).rowsNumber).toBe(1);
  expect(
    (await world.call('admin', 'GET', `/pigrun/GetDownloadRecordedPassageDataRequestDetail/${oldSession}`)).status,
  ).toBe(404);
});
