import type { Handover, HandoverDraft, HandoverRow } from '@waymark/contract/shift/handover';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addUser } from '../administration/add-user.store.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { readPdf } from '../reports/files/testing/read-pdf.ts';
import { makeToldRuns, type ToldRuns } from '../runs/alerts/testing/told-runs.ts';
import { signDraft } from './handovers.service.ts';

type Caller = Parameters<DeviceWorld['call']>[0];

const HOUR_MS = 3_600_000;
const PASSWORD = 'Waymark-demo-1';
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
let relief: string;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
  const { groupId } = world;
  const user = { groupId, email: 'relief@demo.waymark', name: 'Ria Lief', role: 'admin', password: PASSWORD } as const;
  await server.app.database.change(systemOrigin('test'), (change) => addUser(change, user));
  relief = (await server.signIn(user.email)).token;
});
beforeEach(() =>
  server.app.database.pool.query('delete from pig_runs; delete from shift_drafts; delete from silences'),
);
afterAll(() => server.close());

async function read<Reply>(answer: Promise<Response>): Promise<Reply> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}
const post = (path: string, body: object = {}, by: Caller = 'admin') =>
  world.call(by, 'POST', `/shift/handovers${path}`, body);
const byRelief = (method: string, path: string, body?: object) =>
  server.call(method, `/api/shift/handovers${path}`, { token: relief, body });

const take = async (notes = '') => (await read<{ draft: HandoverDraft }>(post('/draft', { notes }))).draft;
async function sign(notes = ''): Promise<Handover> {
  const { sheet } = await take(notes);
  return (await read<{ handover: Handover }>(post('/draft/sign', { takenAt: sheet.takenAt, notes }))).handover;
}
const accept = async (id: number, note = '') =>
  (await read<{ handover: Handover }>(byRelief('POST', `/${id}/accept`, { note }))).handover;
const readHandover = async (id: number) =>
  (await world.fetch<{ handover: Handover }>('admin', `/shift/handovers/${id}`)).handover;
const list = () =>
  world.fetch<{ handovers: HandoverRow[]; waiting: number }>('admin', '/shift/handovers?rowsPerPage=200');
const addNote = (note: string) => read(world.call('admin', 'POST', '/shift/notes', { note }));

test('[W-372] the sheet has runs, silences, commands, AGMs in trouble and the notes of the shift', async () => {
  const { uid } = await world.addDevice(880_201);
  const launchAt = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  const runId = await runs.launch({ rules: [], launchAt, agms: [uid], markers: [{ linkedUid: uid }, {}] });
  const now = Date.now();
  const silence = {
    from: formatUtcSecond(now - HOUR_MS),
    until: formatUtcSecond(now + HOUR_MS),
    reason: 'Digging',
    uid,
  };
  await read(world.call('admin', 'POST', '/silences', silence));
  const later = { ...silence, from: formatUtcSecond(now + HOUR_MS / 2), reason: 'Not yet' };
  await read(world.call('admin', 'POST', '/silences', later));
  const restart = { uid, commandType: 'DeviceRestart', timeStampSent: formatUtcSecond(now) };
  await read(world.call('admin', 'POST', '/commands/queue', restart));
  await world.setState(uid, { battery_mv: 6000 });
  await addNote('Pump 2 is off');
  const { sheet } = await take();
  expect(sheet.runs.rows).toMatchObject([
    {
      runId,
      status: 'unheard',
      heard: null,
      confirmed: { name: 'Launch', at: formatUtcSecond(launchAt) },
      next: { name: 'M1', due: 'ahead', expectedAt: formatUtcSecond(launchAt + 1_000_000) },
    },
  ]);
  const [run] = sheet.runs.rows;
  const { earliestAt, expectedAt, latestAt } = run?.next ?? {};
  expect(String(earliestAt) < String(expectedAt)).toBe(true);
  expect(String(expectedAt) < String(latestAt)).toBe(true);
  expect(sheet.silences.rows).toMatchObject([{ reason: 'Digging', uid }]);
  expect(sheet.commands.rows).toMatchObject([{ uid, type: 'DeviceRestart', state: 'queued', queuedBy: 'Dana Reyes' }]);
  const [device] = sheet.devices.rows.filter((each) => each.uid === uid);
  expect(device?.faults).toEqual(expect.arrayContaining(['never-heard-from', 'battery-low']));
  expect(device?.pig).toBe(run?.pig);
  expect(sheet.notes.rows.at(-1)).toMatchObject({ text: 'Pump 2 is off', by: 'Dana Reyes' });
});

test('[W-372] a place that is overdue has no times to come on the sheet', async () => {
  const { uid } = await world.addDevice(880_202);
  const launchAt = Date.now() - 48 * HOUR_MS;
  await runs.launch({ rules: [], launchAt, agms: [uid], markers: [{ linkedUid: uid }] });
  const { sheet } = await take();
  expect(sheet.runs.rows).toMatchObject([{ next: { due: 'overdue', earliestAt: null, latestAt: null } }]);
});

test('[W-372] notes are listed from the last accepted sheet on, and none gets lost between sheet and acceptance', async () => {
  await addNote('Before the sheet');
  const { id, sheet: first } = await sign();
  await addNote('After the sheet');
  await accept(id);
  const { sheet } = await take();
  expect(sheet.since).toBe(first.takenAt);
  const texts = sheet.notes.rows.map(({ text }) => text);
  expect(texts).toContain('After the sheet');
  expect(first.notes.rows.at(-1)?.text).toBe('Before the sheet');
});

test('[W-373] a draft is of one user until it is signed; then it waits, with name and time', async () => {
  const { sheet } = await take('Valve 3 stays closed');
  const draft = () => read<{ draft: HandoverDraft | null }>(world.call('admin', 'GET', '/shift/handovers/draft'));
  expect((await draft()).draft).toMatchObject({ words: 'Valve 3 stays closed' });
  expect(await read(byRelief('GET', '/draft'))).toEqual({ draft: null });
  const waiting = (await list()).waiting;
  const body = { takenAt: sheet.takenAt, notes: 'Valve 3 stays closed.\nCall the crew.' };
  const { handover } = await read<{ handover: Handover }>(post('/draft/sign', body));
  expect(handover).toMatchObject({ words: body.notes, accepted: null, signed: { name: 'Dana Reyes' } });
  expect((await draft()).draft).toBeNull();
  expect(await list()).toMatchObject({ waiting: waiting + 1 });
});

test('[W-373] a sheet that is older than 30 minutes, or not the one that was read, is not signed', async () => {
  const { sheet } = await take();
  const other = formatUtcSecond(Date.parse(`${sheet.takenAt}Z`) - 1000);
  expect((await readProblem(await post('/draft/sign', { takenAt: other }))).code).toBe('handover-outdated');
  const origin = { ...systemOrigin('test'), userId: await findAdmin(), userName: 'Dana Reyes', groupId: world.groupId };
  const signing = { takenAt: Date.parse(`${sheet.takenAt}Z`), notes: '' };
  const late = signDraft(server.app.database, origin, signing, Date.now() + 31 * 60_000);
  await expect(late).rejects.toMatchObject({ code: 'handover-outdated' });
  expect((await post('/draft/sign', { takenAt: sheet.takenAt })).status).toBe(200);
});

async function findAdmin(): Promise<number> {
  const { rows } = await server.app.database.pool.query<{ id: number }>(
    `select id::int from users where email = 'admin@demo.waymark'`,
  );
  return rows[0]?.id ?? 0;
}

test('[W-373] a user who leaves the company leaves no draft behind', async () => {
  await take();
  const leaving = { userId: await findAdmin(), groupId: world.groupId, email: 'admin@demo.waymark' };
  await server.app.database.change(systemOrigin('test'), (change) => change.raise('user-leaving', leaving));
  expect(await read(world.call('admin', 'GET', '/shift/handovers/draft'))).toEqual({ draft: null });
});

test('[W-374] the first of two users who accept at once has the handover, and the second is told who that is', async () => {
  const { id } = await sign();
  const answers = await Promise.all([
    byRelief('POST', `/${id}/accept`, { note: '' }),
    post(`/${id}/accept`, { note: 'No relief came' }),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const { accepted } = await readHandover(id);
  const [lost] = answers.filter(({ status }) => status === 409);
  const problem = lost ? await readProblem(lost) : null;
  expect(problem?.code).toBe('handover-accepted');
  expect(problem?.detail).toBe(`${accepted?.name} accepted this handover at ${accepted?.at} UTC.`);
});

test('[W-374] the user who signed accepts only with a remark; viewers and other companies do not accept', async () => {
  const { id } = await sign();
  expect((await readProblem(await post(`/${id}/accept`))).code).toBe('handover-remark-missing');
  expect((await post(`/${id}/accept`, { note: 'x' }, 'foreignAdmin')).status).toBe(404);
  expect((await post(`/${id}/accept`, { note: 'x' }, 'viewer')).status).toBe(403);
  expect((await post(`/${id}/accept`, { note: 'x' }, 'superadmin')).status).toBe(403);
  const { handover } = await read<{ handover: Handover }>(post(`/${id}/accept`, { note: 'No relief came' }));
  expect(handover.accepted).toMatchObject({ name: 'Dana Reyes', remark: 'No relief came' });
});

test('[W-374] the database refuses every change of a handover but its acceptance, and any after it', async () => {
  const { id } = await sign('As signed');
  const run = (text: string) => server.app.database.pool.query(text);
  await expect(run(`update shift_handovers set words = 'x' where id = ${id}`)).rejects.toThrow('read-only');
  await accept(id, 'All read');
  await expect(run(`update shift_handovers set remark = 'x' where id = ${id}`)).rejects.toThrow('read-only');
  await expect(run(`delete from shift_handovers where id = ${id}`)).rejects.toThrow('read-only');
  const { rows } = await server.app.database.pool.query<{ action: string; user_name: string }>(
    `select action, user_name from audit where object_type = 'handover' and object_id = $1 order by id`,
    [String(id)],
  );
  expect(rows).toEqual([
    { action: 'handover-signed', user_name: 'Dana Reyes' },
    { action: 'handover-accepted', user_name: 'Ria Lief' },
  ]);
});

test('[W-374] the log and the handovers of a company go with the company', async () => {
  const { pool } = server.app.database;
  await pool.query(`insert into groups (name) values ('Leaving')`);
  await pool.query(`insert into shift_notes (group_id, user_id, user_name, text)
    select id, 1, 'U', 'gone' from groups where name = 'Leaving'`);
  await pool.query(`insert into shift_handovers (group_id, taken_at, sheet, words, signed_at, signed_by, signed_name)
    select id, now(), '{}', '', now(), 1, 'U' from groups where name = 'Leaving'`);
  await pool.query(`delete from groups where name = 'Leaving'`);
  expect((await pool.query(`select from shift_notes where text = 'gone'`)).rowCount).toBe(0);
});

test('[W-375] a handover is a CSV file with all sections, in the zone that is asked for, and no formulas', async () => {
  await addNote('=1+1');
  const { id } = await sign('Words of Dana');
  await accept(id, 'Read');
  const body = { format: 'csv', timeZone: 'America/Chicago' };
  const answer = await world.call('superadmin', 'POST', `/shift/handovers/${id}/file`, body);
  expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="handover_.*_\d+\.csv"/);
  const rows = parse(await answer.text(), { bom: true });
  const sectionsOf = new Set(rows.map(([section]) => section));
  for (const section of ['Words of the crew', 'Open alerts', 'Active runs', 'AGMs in trouble', 'Notes of the shift'])
    expect(sectionsOf).toContain(section);
  expect(rows.flat()).toContain("'=1+1");
  expect(rows.find(([, caption]) => caption === 'Accepted')?.[2]).toMatch(/^Ria Lief, .* UTC-[56]: Read$/);
});

test('[W-375] a handover is a PDF file through the press, with long notes on several pages', async () => {
  await addNote(`${'A long word of the crew. '.repeat(150)}End of the note`);
  const { id } = await sign('Words of Dana');
  const answer = await post(`/${id}/file`, { format: 'pdf' });
  const pages = readPdf(Buffer.from(await answer.arrayBuffer()));
  const texts = pages.map((page) => page.join(' '));
  expect(texts[0]).toContain(`Shift handover ${id}`);
  expect(texts[0]).toContain('not accepted yet');
  expect(texts.join(' ')).toContain('End of the note');
  for (const [at, page] of texts.entries()) expect(page).toContain(`Page ${at + 1} of ${texts.length}`);
});
