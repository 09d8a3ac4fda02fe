import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProblem } from '../../testing/test-server.ts';
import {
  LAUNCH,
  listPackets,
  RECEIVE,
  recordPassages,
  sendPackets,
  startDownloadWorld,
  type DownloadWorld,
} from '../downloads/testing/download-world.ts';

let world: DownloadWorld;
let lastUid = 350_000;
beforeAll(async () => {
  world = await startDownloadWorld();
});
afterAll(() => world.close());

const add = (options: Parameters<DownloadWorld['addAgm']>[1] = {}) => world.addAgm(++lastUid, options);
const body = (uidList: readonly number[], launchDate = LAUNCH, receiveDate = RECEIVE) => ({
  uidList,
  launchDate,
  receiveDate,
});
const post = (address: string, sent: unknown) => world.call('admin', 'POST', `/pigrun/${address}`, sent);
const validate = (sent: unknown) => post('ValidateDownloadRecordedPassageDataRequest', sent);
const request = (sent: unknown) => post('DownloadRecordedPassageDataRequest', sent);
const end = (id: number) => world.call('admin', 'GET', `/pigrun/EndDownloadRecordedPassageDataSession/${id}`);
const cancel = (id: number) => world.call('admin', 'GET', `/pigrun/CancelDownloadRecordedPassageDataRequest/${id}`);
const resume = (id: number) => world.call('admin', 'POST', `/pigrun/ResumeDownloadRecordedPassageDataRequest/${id}`);
const readCommands = (...uids: readonly number[]) =>
  world.query(
    'select uid, type, parameters, source, user_name, state from commands where uid = any($1) order by uid, id',
    [uids],
  );
const readAudit = (id: number) =>
  world.query(
    `select action, user_name from audit where object_type = 'download-session' and object_id = $1 order by id`,
    [String(id)],
  );

describe('validation of a download', () => {
  test('[O-027, O-029, O-040, O-063] devices in no open session are valid', async () => {
    const response = await validate(body([await add(), await add()]));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      isValidRequest: true,
      name: null,
      createdDate: null,
      downloadRecordedPassageDataSessionId: null,
    });
  });

  test('[O-029, O-041, O-063] a device in an open session makes the validation name the owner of the session', async () => {
    const [free, held] = [await add(), await add()];
    const sessionId = await world.start([held]);
    const { createdDate } = await world.detail(sessionId);
    expect(createdDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
    expect(await (await validate(body([free, held]))).json()).toEqual({
      isValidRequest: false,
      name: 'Dana Reyes',
      createdDate,
      downloadRecordedPassageDataSessionId: sessionId,
    });
  });

  test.each([
    ['a start after the end', RECEIVE, LAUNCH],
    ['a start that is the end', LAUNCH, LAUNCH],
  ])('%s is refused', async (_, launchDate, receiveDate) => {
    const response = await validate(body([await add()], launchDate, receiveDate));
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({
      code: 'download-invalid',
      detail: 'The start date must be before the end date.',
    });
  });

  test('a request only for unknown devices and those of other companies is refused', async () => {
    const foreign = await add({ groupId: world.foreignGroupId });
    for (const ask of [validate, request]) {
      const response = await ask(body([foreign, 350_999]));
      expect(response.status).toBe(400);
      expect(await readProblem(response)).toMatchObject({
        code: 'download-invalid',
        detail: `There is no AGM [${foreign}, 350999].`,
      });
    }
  });
});

describe('the firmware of a download', () => {
  const check = (uidList: readonly number[]) => post('ValidateDownloadRecordedPassageDataRequestFirmware', { uidList });

  test('[O-028, O-030, O-044, O-064] devices below 10.0 are listed; unknown firmware is not', async () => {
    const [old, least, silent] = [
      await add({ firmware: 9.99 }),
      await add({ firmware: 10 }),
      await add({ firmware: null }),
    ];
    expect(await (await check([old, least, silent])).json()).toEqual({
      isFirmwareValidForRequest: false,
      uidList: [old],
    });
    expect(await (await check([least, silent])).json()).toEqual({ isFirmwareValidForRequest: true, uidList: [] });
  });

  test('[O-072] a start only with old firmware is refused with the documented text', async () => {
    const [one, other] = [await add({ firmware: 2.6 }), await add({ firmware: 9.2 })];
    const response = await request(body([one, other]));
    expect(response.status).toBe(409);
    const detail = `The firmware for the AGM(s) [${one}, ${other}] must be upgraded to download recorded passage data.`;
    expect(await readProblem(response)).toMatchObject({ code: 'download-firmware', detail });
    expect(await readCommands(one, other)).toEqual([]);
  });
});

describe('a session', () => {
  test('[O-045, O-062, O-031, O-048] a session queues a command for each device, and its rows begin without packets', async () => {
    const [one, other] = [await add(), await add()];
    const sessionId = await world.start([other, one, one]);
    const parameters = { FileType: 1, FileNamesStartDate: LAUNCH, FileNamesEndDate: RECEIVE };
    const command = { type: 'DownloadRange', parameters, source: 'download', user_name: 'Dana Reyes', state: 'queued' };
    expect(await readCommands(one, other)).toEqual([
      { uid: one, ...command },
      { uid: other, ...command },
    ]);
    const ids = await world.query<{ id: number }>('select id from commands where uid = any($1) order by uid', [
      [one, other],
    ]);
    const row = {
      downloadState: 'QC',
      packetsReceived: 0,
      packetsTotal: null,
      latestPassageTimeStamp: null,
      downloadCompleteTimeStamp: null,
      note: null,
    };
    expect(await world.detail(sessionId)).toMatchObject({
      downloadRecordedPassageDataSessionRequestList: [
        { uId: one, cId: ids[0]?.id, ...row },
        { uId: other, cId: ids[1]?.id, ...row },
      ],
      sessionId,
      name: 'Dana Reyes',
      launchDate: LAUNCH,
      receiveDate: RECEIVE,
      endedDate: null,
      failed: [],
    });
    expect(await readAudit(sessionId)).toEqual([{ action: 'download-started', user_name: 'Dana Reyes' }]);
  });

  test('[W-246] a session goes on with the devices that can, and says which were not asked and why', async () => {
    const [fine, old, quiet] = [await add(), await add({ firmware: 2.6 }), await add({ isIridium: true })];
    const foreign = await add({ groupId: world.foreignGroupId });
    const uids = [fine, old, quiet, foreign];
    expect(await (await validate(body(uids))).json()).toMatchObject({ isValidRequest: true });
    const sessionId = await world.start(uids);
    expect(await readCommands(...uids)).toMatchObject([{ uid: fine, state: 'queued' }]);
    const { downloadRecordedPassageDataSessionRequestList: rows, failed } = await world.detail(sessionId);
    expect(rows.map(({ uId }) => uId)).toEqual([fine]);
    expect(failed).toEqual([
      { uid: foreign, reason: 'There is no such AGM in this company any more.' },
      { uid: old, reason: 'Its firmware must be upgraded to download recorded passage data.' },
      { uid: quiet, reason: expect.stringContaining('Over satellite only passages') },
    ]);
  });

  test('[O-032, O-068] a row has the range that its command requests', async () => {
    const sessionId = await world.start([await add()]);
    const { cId } = await world.row(sessionId);
    expect(await world.fetch('admin', `/pigrun/GetCommandQueueDetail/${cId}`)).toEqual({
      fileNamesStartDate: LAUNCH,
      fileNamesEndDate: RECEIVE,
    });
  });

  test('only one of two simultaneous starts with a common device succeeds', async () => {
    const [one, both, other] = [await add(), await add(), await add()];
    const answers = await Promise.all([request(body([one, both])), request(body([both, other]))]);
    expect(answers.map(({ status }) => status).toSorted((least, most) => least - most)).toEqual([200, 409]);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser && (await readProblem(loser))).toMatchObject({
      code: 'download-open',
      detail: expect.stringContaining('started by Dana Reyes'),
    });
    expect(await readCommands(one, both, other)).toHaveLength(2);
  });

  test('[O-043, O-066, O-067] ending a session, even twice, frees its devices for a new one and keeps its commands', async () => {
    const uid = await add();
    const sessionId = await world.start([uid]);
    expect((await request(body([uid]))).status).toBe(409);
    for (const _ of [1, 2]) {
      const response = await end(sessionId);
      expect([response.status, await response.json()]).toEqual([200, {}]);
    }
    expect((await world.detail(sessionId)).endedDate).not.toBeNull();
    expect((await world.row(sessionId)).note).toBe('The session has ended.');
    expect(await readCommands(uid)).toMatchObject([{ state: 'queued' }]);
    expect(await readAudit(sessionId)).toMatchObject([{ action: 'download-started' }, { action: 'download-ended' }]);
    const next = await world.start([uid]);
    expect(next).not.toBe(sessionId);
    expect(await readCommands(uid)).toHaveLength(2);
  });

  test('[O-069] cancelling a session deletes the unaccepted commands and keeps the received packets', async () => {
    const [taken, waiting] = [await add(), await add()];
    const sessionId = await world.start([taken, waiting]);
    const device = await world.listen(taken);
    await expect.poll(() => device.ids).toHaveLength(1);
    const [id = 0] = device.ids;
    await device.answer(id);
    await sendPackets(device, listPackets(id, recordPassages(2)).slice(0, 1));
    for (const _ of [1, 2]) expect((await cancel(sessionId)).status).toBe(200);
    expect(await readCommands(taken, waiting)).toMatchObject([
      { uid: taken, state: 'accepted' },
      { uid: waiting, state: 'deleted' },
    ]);
    const { downloadRecordedPassageDataSessionRequestList: rows, endedDate } = await world.detail(sessionId);
    expect(endedDate).not.toBeNull();
    expect(rows).toMatchObject([
      { uId: taken, packetsReceived: 1, note: 'The session has ended.' },
      { uId: waiting, downloadState: 'QC', note: 'The command was deleted.' },
    ]);
    expect(await readAudit(sessionId)).toMatchObject([
      { action: 'download-started' },
      { action: 'download-cancelled' },
    ]);
    const deleted = await world.query(`select action from audit where object_id = $1 and action = 'command-deleted'`, [
      String(waiting),
    ]);
    expect(deleted).toHaveLength(1);
  });

  test('a rejected command shows the reason and keeps no session open', async () => {
    const uid = await add();
    const sessionId = await world.start([uid]);
    const device = await world.listen(uid);
    await expect.poll(() => device.ids).toHaveLength(1);
    await device.answer(device.ids[0] ?? 0, 1, 1);
    const [command] = await world.query<{ note: string }>('select note from commands where uid = $1', [uid]);
    expect(await world.row(sessionId)).toMatchObject({ downloadState: 'QC', note: command?.note });
    expect((await world.detail(sessionId)).endedDate).not.toBeNull();
    expect(await (await validate(body([uid]))).json()).toMatchObject({ isValidRequest: true });
    expect((await resume(sessionId)).status).toBe(404);
  });

  test('[O-041] resuming a session queues a new command for each failed one', async () => {
    const [deleted, waiting] = [await add(), await add()];
    const sessionId = await world.start([deleted, waiting]);
    const [row] = (await world.detail(sessionId)).downloadRecordedPassageDataSessionRequestList;
    expect((await world.call('admin', 'DELETE', `/commands/${row?.cId}`)).status).toBe(200);
    expect((await world.detail(sessionId)).endedDate).toBeNull();
    expect((await resume(sessionId)).status).toBe(200);
    const { downloadRecordedPassageDataSessionRequestList: rows } = await world.detail(sessionId);
    expect(rows).toMatchObject([
      { uId: deleted, downloadState: 'QC', note: null },
      { uId: waiting, downloadState: 'QC', note: null },
    ]);
    expect(rows[0]?.cId).not.toBe(row?.cId);
    expect(await readCommands(deleted, waiting)).toMatchObject([
      { state: 'deleted' },
      { state: 'queued' },
      { state: 'queued' },
    ]);
    expect(await readAudit(sessionId)).toMatchObject([{ action: 'download-started' }, { action: 'download-resumed' }]);
  });

  test('a device that leaves the company keeps no session open', async () => {
    const uid = await add();
    const sessionId = await world.start([uid]);
    expect((await world.call('superadmin', 'DELETE', `/admin/apexagm/${uid}`)).status).toBe(200);
    expect(await world.row(sessionId)).toMatchObject({ note: 'The command was deleted.' });
    expect((await world.detail(sessionId)).endedDate).not.toBeNull();
  });

  test('a session is not found for other companies', async () => {
    const sessionId = await world.start([await add()]);
    const { cId } = await world.row(sessionId);
    const addresses = [
      `GetDownloadRecordedPassageDataRequestDetail/${sessionId}`,
      `EndDownloadRecordedPassageDataSession/${sessionId}`,
      `CancelDownloadRecordedPassageDataRequest/${sessionId}`,
      `GetCommandQueueDetail/${cId}`,
    ];
    for (const address of addresses) {
      const response = await world.call('foreignAdmin', 'GET', `/pigrun/${address}`);
      expect([response.status, (await readProblem(response)).code]).toEqual([404, 'download-not-found']);
    }
    expect((await world.detail(sessionId)).endedDate).toBeNull();
  });
});

describe('over satellite', () => {
  test('a satellite session requests windows around the passages and names devices without any', async () => {
    const [passed, quiet] = [await add({ isIridium: true }), await add({ isIridium: true })];
    await world.hearPassage({ uid: passed, groupId: world.groupId }, { t: Date.UTC(2026, 2, 18, 3, 0, 0) });
    await world.hearPassage({ uid: passed, groupId: world.groupId }, { t: Date.UTC(2026, 2, 18, 5, 0, 0) });
    const sessionId = await world.start([passed, quiet]);
    const asked = (from: string, to: string) => ({
      uid: passed,
      type: 'IridiumOfflineDownload',
      source: 'download',
      parameters: { FileNamesStartDate: `2026-03-18 ${from}`, FileNamesEndDate: `2026-03-18 ${to}` },
    });
    expect(await readCommands(passed, quiet)).toMatchObject([
      asked('02:55:00', '03:05:00'),
      asked('04:55:00', '05:05:00'),
    ]);
    expect(await world.detail(sessionId)).toMatchObject({
      downloadRecordedPassageDataSessionRequestList: [
        { uId: passed, downloadState: 'QC' },
        { uId: passed, downloadState: 'QC' },
      ],
      failed: [
        { uid: quiet, reason: 'Over satellite only passages can be downloaded, and there is none between the dates.' },
      ],
    });
  });

  test('a session without any passage to request is refused', async () => {
    const uid = await add({ isIridium: true });
    const response = await request(body([uid]));
    expect(response.status).toBe(400);
    const detail = `AGM ${uid}: Over satellite only passages can be downloaded, and there is none between the dates.`;
    expect(await readProblem(response)).toMatchObject({ code: 'download-invalid', detail });
  });
});
