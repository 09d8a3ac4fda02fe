import type { ReportMails } from '@waymark/contract/routes/report-mails';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { createLog } from '../../platform/log.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../runs/testing/run-desk.ts';
import { sendDueMails } from './report-mails.part.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SITE = 'https://waymark.example';
const log = createLog('silent');

let desk: RunDesk;
let second: TestServer;
let adminId: number;
const pool = () => desk.server.app.database.pool;
beforeAll(async () => {
  desk = await openRunDesk(870_001);
  second = await startTestServer({ beside: desk.server });
  const { people } = await list();
  adminId = people.find(({ isAdmin }) => isAdmin)?.userId ?? 0;
});
beforeEach(async () => {
  await pool().query(`delete from report_mails; delete from outbox; delete from pig_runs`);
});
afterAll(async () => {
  await second.close();
  await desk.server.close();
});

const list = () => desk.world.fetch<ReportMails>('admin', '/company/report-mails');
const sent = (other: object = {}) => ({
  id: null,
  content: 'finished',
  every: 'day',
  weekday: 0,
  hour: 6,
  timeZone: 'UTC',
  isOn: true,
  userIds: [adminId],
  ...other,
});
const save = (body: object, by: Caller = 'admin') => desk.world.call(by, 'POST', '/company/report-mails', body);
async function saved(body: object = sent()): Promise<ReportMails> {
  const response = await save(body);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as ReportMails;
}
async function finishRun(): Promise<number> {
  const { runId } = await desk.launch();
  const text = { ...(await desk.readText(runId)), recieveTime: formatUtcSecond(desk.after(5000)) };
  await expectOk(desk.world.call('admin', 'POST', '/finished/pigrun/add/', text));
  return runId;
}
interface Letter {
  readonly recipient: string;
  readonly subject: string;
  readonly body_text: string;
}
async function readOutbox(): Promise<readonly Letter[]> {
  const { rows } = await pool().query<Letter>(
    `select recipient, subject, body_text from outbox where dedupe_key like 'report-mail%' order by id`,
  );
  return rows;
}
const sendDue = (now: number, server: TestServer = desk.server) =>
  sendDueMails({ database: server.app.database, log, publicUrl: SITE }, now);

/** The time at which the only mail is due. */
const readDue = async () => Date.parse(`${(await list()).mails[0]?.nextAt ?? ''}Z`);

test('[W-521] a due mail is sent once by two nodes at the same time, and next at its hour', async () => {
  await saved();
  const runId = await finishRun();
  const due = await readDue();
  expect(due % DAY_MS).toBe(6 * HOUR_MS);
  await sendDue(due - 1);
  expect(await readOutbox()).toEqual([]);
  await Promise.all([sendDue(due), sendDue(due, second), sendDue(due), sendDue(due, second)]);
  const mails = await readOutbox();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('1 completed run');
  expect(mails[0]?.body_text).toContain(`run ${runId}`);
  expect(mails[0]?.body_text).toContain('Markers with a verified passage: 0 of 4');
  expect(mails[0]?.body_text.trimEnd().endsWith(SITE)).toBe(true);
  expect(await readDue()).toBe(due + DAY_MS);
});

test('[W-521] one mail covers all days of a stop, and the next one only the time since', async () => {
  await saved();
  await finishRun();
  const due = await readDue();
  await sendDue(due + 3 * DAY_MS + HOUR_MS);
  expect((await readOutbox()).map(({ subject }) => subject)).toEqual(['1 completed run']);
  expect(await readDue()).toBe(due + 4 * DAY_MS);
  await sendDue(due + 4 * DAY_MS);
  const [, later] = await readOutbox();
  expect(later?.subject).toBe('0 completed runs');
  expect(later?.body_text).toContain('No run was ended.');
});

test('[W-520] a mail of active runs has state and estimates, for a viewer only of the runs that notify them', async () => {
  const followed = (await desk.launch([{}, {}], [desk.world.viewerId])).runId;
  const other = (await desk.launch()).runId;
  await saved(sent({ content: 'active', userIds: [adminId, desk.world.viewerId] }));
  await sendDue(await readDue());
  const mails = await readOutbox();
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(['1 active run', '2 active runs']);
  const ofViewer = mails.find(({ subject }) => subject === '1 active run')?.body_text ?? '';
  expect(ofViewer).toContain(`run ${followed}`);
  expect(ofViewer).not.toContain(`run ${other}`);
  expect(ofViewer).toMatch(/Next: M2: .* \(estimate\), at the latest /);
});

test('[W-520] Send now sends at once, begins the next mail there, and says what became of it', async () => {
  const { mails } = await saved();
  const due = await readDue();
  await finishRun();
  const send = () => desk.world.call('admin', 'POST', `/company/report-mails/${mails[0]?.id}/send`);
  const after = (await (await send()).json()) as ReportMails;
  expect(after.mails[0]?.last).toMatchObject({ runs: 1, dead: 0 });
  expect((after.mails[0]?.last?.sent ?? 0) + (after.mails[0]?.last?.waiting ?? 0)).toBe(1);
  expect((await send()).status).toBe(409);
  expect(await readDue()).toBe(due);
  await sendDue(due);
  expect((await readOutbox()).map(({ subject }) => subject)).toEqual(['1 completed run', '0 completed runs']);
  await pool().query(`update outbox set status = 'dead'`);
  expect((await list()).mails[0]?.last).toMatchObject({ sent: 0, waiting: 0, dead: 1 });
});

test('[W-520] recipients are users of the company, and completed runs go to admins only', async () => {
  expect((await save(sent({ userIds: [desk.world.viewerId] }))).status).toBe(400);
  expect((await save(sent({ userIds: [desk.world.viewerId], content: 'active' }))).status).toBe(200);
  expect((await save(sent({ userIds: [adminId] }), 'foreignAdmin')).status).toBe(400);
  expect((await save(sent({ userIds: [999_999] }))).status).toBe(400);
  expect((await save(sent({ userIds: [] }))).status).toBe(400);
  expect((await save(sent({ timeZone: 'Mars/Olympus' }))).status).toBe(400);
  const [mail] = (await list()).mails;
  expect((await save({ ...sent(), id: mail?.id }, 'foreignAdmin')).status).toBe(400);
  expect((await desk.world.call('foreignAdmin', 'DELETE', `/company/report-mails/${mail?.id}`)).status).toBe(404);
});

test('[W-520] an admin who has become a viewer gets no completed runs, and a user who has left gets nothing', async () => {
  await saved();
  await finishRun();
  await pool().query(`update users set role = 'viewer' where id = $1`, [adminId]);
  try {
    await sendDue(await readDue());
  } finally {
    await pool().query(`update users set role = 'admin' where id = $1`, [adminId]);
  }
  expect(await readOutbox()).toEqual([]);
  await desk.server.app.database.change(systemOrigin('test'), (change) =>
    change.raise('user-leaving', { userId: adminId, groupId: desk.world.groupId, email: 'x@example.com' }),
  );
  expect((await list()).mails[0]?.userIds).toEqual([]);
});

test('[W-520] each change of a report by mail is audited, and one that is switched off is not sent', async () => {
  const before = await pool().query<{ id: number }>('select coalesce(max(id), 0) id from audit');
  const { mails } = await saved();
  const id = mails[0]?.id ?? 0;
  const off = await saved(sent({ id, isOn: false, every: 'week', weekday: 2 }));
  expect(off.mails[0]).toMatchObject({ nextAt: null, isOn: false, every: 'week', weekday: 2 });
  await sendDue(Date.now() + 30 * DAY_MS);
  await expectOk(desk.world.call('admin', 'POST', `/company/report-mails/${id}/send`));
  await expectOk(desk.world.call('admin', 'DELETE', `/company/report-mails/${id}`));
  const { rows } = await pool().query<{ action: string }>(
    `select action from audit where id > $1 and object_type = 'report-mail' order by id`,
    [before.rows[0]?.id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'report-mail-saved',
    'report-mail-saved',
    'report-mail-sent',
    'report-mail-deleted',
  ]);
});
