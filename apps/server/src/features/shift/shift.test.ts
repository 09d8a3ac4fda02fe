import type { ShiftEntry, ShiftFile } from '@waymark/contract/shift/shift-entry';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { changeAlerts } from '../alerts/change-alerts.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { makeToldRuns, type ToldRuns } from '../runs/alerts/testing/told-runs.ts';
import { makeStraightRuns, placeAt } from '../runs/engine/testing/straight-runs.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { deleteForgottenFiles } from './notes.service.ts';

type Caller = Parameters<DeviceWorld['call']>[0];
interface Log {
  readonly entries: readonly ShiftEntry[];
  readonly next: string | null;
}

const HOUR_MS = 3_600_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
beforeAll(async () => {
  // A manual clock stops the server's own engine, which would add entries.
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
});
afterAll(() => server.close());

async function send<Reply>(address: string, body: object, by: Caller = 'admin'): Promise<Reply> {
  const response = await world.call(by, 'POST', address, body);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}
const statusOf = async (address: string, body: object, by: Caller = 'admin') =>
  (await world.call(by, 'POST', address, body)).status;
const addNote = async (body: object, by: Caller = 'admin') =>
  (await send<{ entry: ShiftEntry }>('/shift/notes', body, by)).entry;
const addFile = async (name: string, data: Buffer, by: Caller = 'admin') =>
  (await send<{ file: ShiftFile }>('/shift/files', { name, data: data.toString('base64') }, by)).file;
const read = (query: string, by: Caller = 'admin') => world.fetch<Log>(by, `/shift/log?${query}`);
const textsOf = async (query: string, by: Caller = 'admin') => (await read(query, by)).entries.map(({ text }) => text);
const query = async (text: string, values: unknown[] = []) =>
  (await server.app.database.pool.query<Record<string, unknown>>(text, values)).rows;

test('[W-368] a note is stored with its author, its run and its AGM, audited, and told to consoles', async () => {
  const runId = await runs.launch({ rules: [], launchAt: Date.now() - HOUR_MS });
  const { uid } = await world.addDevice(880_101);
  const socket = await connectAgm(server, world.callers.admin.token);
  const heard: unknown[] = [];
  socket.on('ReceiveShift', (data: unknown) => heard.push(data));
  const entry = await addNote({ note: 'Valve 3 is closed.\nCrew 2 waits.', runId, uid });
  await socket.emitWithAck('Fence');
  socket.disconnect();
  expect(heard).toEqual([{ groupId: world.groupId }]);
  expect(entry).toMatchObject({ kind: 'note', text: 'Valve 3 is closed.\nCrew 2 waits.', runId, uid });
  expect(entry.author?.name).toBe('Dana Reyes');
  expect(entry.runName).toMatch(/^Told /);
  const [newest] = (await read('kind=note')).entries;
  expect(newest).toEqual(entry);
  const audited = await query(`select after from audit where action = 'shift-note-added' and object_id = $1`, [
    String(entry.noteId),
  ]);
  expect(audited).toMatchObject([{ after: { text: entry.text, runId, uid } }]);
});

test('[W-368] a note is corrected only by a further note that names it; the database refuses any change', async () => {
  const { noteId } = await addNote({ note: 'Vavle 4 is open.' });
  const correction = await addNote({ note: 'Valve 4 is open.', corrects: noteId });
  const log = (await read('kind=note&search=valve 4')).entries;
  expect(log).toMatchObject([{ corrects: noteId, noteId: correction.noteId }]);
  const [first] = (await read('kind=note&search=Vavle')).entries;
  expect(first).toMatchObject({ text: 'Vavle 4 is open.', correctedBy: [correction.noteId] });
  await expect(query(`update shift_notes set text = 'x' where id = ${noteId}`)).rejects.toThrow('read-only');
  await expect(query(`delete from shift_notes where id = ${correction.noteId}`)).rejects.toThrow('read-only');
  expect(await statusOf('/shift/notes', { note: 'x', corrects: 999_999 })).toBe(404);
});

test('[W-369] launches, passages, alerts, commands and silences are entries of the log, each once', async () => {
  const { uid } = await world.addDevice(880_102);
  const runId = await runs.launch({ rules: [], launchAt: Date.now() - HOUR_MS, agms: [uid] });
  await send('/commands/queue', { uid, commandType: 'DeviceRestart', timeStampSent: formatUtcSecond(Date.now()) });
  const now = Date.now();
  await send('/silences', {
    from: formatUtcSecond(now),
    until: formatUtcSecond(now + HOUR_MS),
    reason: 'Digging',
    uid,
  });
  const launches = (await read(`runId=${runId}&kind=launch`)).entries;
  expect(launches).toMatchObject([{ action: 'run-launched', runId, author: { name: 'Dana Reyes' } }]);
  const ofDevice = (await read(`uid=${uid}`)).entries;
  expect(ofDevice.map(({ action }) => action)).toEqual(['silence-added', 'command-queued']);
  expect(ofDevice[0]).toMatchObject({ text: 'Digging', span: { until: formatUtcSecond(now + HOUR_MS) } });
  expect(ofDevice[1]).toMatchObject({ command: 'DeviceRestart', uid });
});

test('[W-369] a command that was rejected or has expired is an entry, an accepted one is none', async () => {
  const { uid } = await world.addDevice(880_105);
  const queue = () =>
    send<{ commandId: number }>('/commands/queue', {
      uid,
      commandType: 'DeviceRestart',
      timeStampSent: formatUtcSecond(Date.now()),
    });
  const steps = [
    ['accepted', null],
    ['expired', null],
    ['rejected', 'The device is busy.'],
  ] as const;
  for (const [state, detail] of steps) {
    const { commandId } = await queue();
    await query('insert into command_steps (command_id, at, state, detail) values ($1, $2, $3, $4)', [
      commandId,
      new Date(),
      state,
      detail,
    ]);
  }
  const seen: (string | null)[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: Log = await read(`uid=${uid}&kind=command&rowsPerPage=1${next === '' ? '' : `&before=${next}`}`);
    seen.push(...page.entries.map(({ action }) => action));
    next = page.next;
  }
  expect(seen).toEqual(['command-rejected', 'command-queued', 'command-expired', 'command-queued', 'command-queued']);
  const [rejected] = (await read(`uid=${uid}&search=busy`)).entries;
  expect(rejected).toMatchObject({ text: 'The device is busy.', author: null, command: 'DeviceRestart', uid });
  expect((await read(`uid=${uid}&author=Dana`)).entries.map(({ action }) => action)).toEqual([
    'command-queued',
    'command-queued',
    'command-queued',
  ]);
  expect((await read('search=busy', 'foreignAdmin')).entries).toEqual([]);
});

test('[W-369] a passage that is linked to a run names its marker and its AGM', async () => {
  const straight = makeStraightRuns(server, world);
  const device = await world.addDevice(880_103);
  const launchAt = Math.floor(Date.now() / 1000) * 1000 - HOUR_MS;
  const runId = await straight.launch({ agms: [device], markers: [{ linkedUid: device.uid }], launchAt });
  await world.hearPassage(device, { ...placeAt(1000), mask: 1, t: launchAt + 1_000_000 });
  await straight.settle();
  const [passage] = (await read(`runId=${runId}&kind=passage`)).entries;
  expect(passage).toMatchObject({
    action: 'run-passage-added',
    author: null,
    passages: [{ markerName: 'M1', uid: device.uid, at: formatUtcMillisecond(launchAt + 1_000_000) }],
  });
  expect((await read(`uid=${device.uid}&kind=passage`)).entries).toEqual([passage]);
});

const TRANSLATIONS = {
  es: { us: 'Batería al 20 %.', metric: 'Batería al 20 %.' },
  fr: { us: 'Batterie à 20 %.', metric: 'Batterie à 20 %.' },
};

/** Raises an alert of an AGM with a low battery. */
function raiseBattery(runId: number, uid: number) {
  const cause = {
    key: `agm-battery ${uid}`,
    kind: 'agm-battery' as const,
    markerName: 'M1',
    uid,
    words: { us: 'Battery 20%.', metric: 'Battery 20%.' },
    translations: TRANSLATIONS,
  };
  const causes = { begun: [cause], endedKeys: [], notifiedKeys: [], at: Date.now() };
  return server.app.database.change(systemOrigin('test'), (change) =>
    changeAlerts(change, { groupId: world.groupId, runId }, causes),
  );
}

test('[W-369, W-550] an alert names its run, its AGM and its kind, with its words for every reader', async () => {
  const runId = await runs.launch({ rules: [], launchAt: Date.now() - HOUR_MS });
  const uid = 880_104;
  await raiseBattery(runId, uid);
  const [alert] = (await read(`uid=${uid}`)).entries;
  expect(alert).toMatchObject({
    kind: 'alert',
    alertKind: 'agm-battery',
    runId,
    uid,
    text: 'Battery 20%.',
    alertWords: { words: { us: 'Battery 20%.', metric: 'Battery 20%.' }, translations: TRANSLATIONS },
    author: null,
  });
  expect((await read(`runId=${runId}`)).entries.map(({ action }) => action)).toEqual(['alert-raised', 'run-launched']);
});

test('[W-550] an alert keeps its words for every reader after its run was deleted', async () => {
  const runId = await runs.launch({ rules: [], launchAt: Date.now() - HOUR_MS });
  const uid = 880_105;
  await raiseBattery(runId, uid);
  expect((await world.call('admin', 'DELETE', `/pigrun/${runId}`)).status).toBe(200);
  const [alert] = (await read(`uid=${uid}`)).entries;
  expect(alert).toMatchObject({ runId, alertWords: { translations: TRANSLATIONS } });
});

test('[W-370] the log is filtered by author, time and text, which may hold signs of patterns', async () => {
  await addNote({ note: '100% done_1' });
  await addNote({ note: '100 done 1' });
  expect(await textsOf('kind=note&search=100%25 done_')).toEqual(['100% done_1']);
  expect(await textsOf('kind=note&author=reyes&search=100 done')).toEqual(['100 done 1']);
  expect(await textsOf('kind=note&author=Nemo')).toEqual([]);
  const silence = { from: formatUtcSecond(Date.now()), until: formatUtcSecond(Date.now() + HOUR_MS) };
  await send('/silences', { ...silence, reason: 'Gate "river" \\ key' });
  expect(await textsOf(`kind=silence&search=${encodeURIComponent('"river" \\')}`)).toEqual(['Gate "river" \\ key']);
  expect(await textsOf('kind=silence&search=gate')).toEqual(['Gate "river" \\ key']);
  expect(await textsOf('kind=silence&search=addedBy')).toEqual([]);
  const future = formatUtcSecond(Date.now() + HOUR_MS);
  expect(await textsOf(`kind=note&startDate=${future}`)).toEqual([]);
  expect((await textsOf(`kind=note&endDate=${future}`)).length).toBeGreaterThan(1);
});

test('[W-370] pages follow each other without a gap or a double entry, newest first', async () => {
  for (let at = 0; at < 7; at++) {
    await addNote({ note: `Page ${at}` });
    const silence = { from: formatUtcSecond(Date.now()), until: formatUtcSecond(Date.now() + HOUR_MS) };
    await send('/silences', { ...silence, reason: `Page ${at}` });
  }
  const keys: string[] = [];
  let before = '';
  do {
    const page: Log = await read(`search=Page&rowsPerPage=3${before}`);
    keys.push(...page.entries.map(({ key }) => key));
    before = page.next === null ? '' : `&before=${page.next}`;
  } while (before !== '');
  const whole = (await read('search=Page&rowsPerPage=200')).entries;
  expect(keys).toEqual(whole.map(({ key }) => key));
  expect(new Set(keys).size).toBe(14);
  expect(whole.map(({ at }) => at)).toEqual(
    whole
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

test('[W-370] another company, its devices and its runs are unknown; a superadmin names the company', async () => {
  const runId = await runs.launch({ rules: [], launchAt: Date.now() });
  await addNote({ note: 'Ours alone' });
  expect(await textsOf('search=Ours alone', 'foreignAdmin')).toEqual([]);
  expect((await world.call('foreignAdmin', 'GET', `/shift/log?groupId=${world.groupId}`)).status).toBe(404);
  expect((await world.call('superadmin', 'GET', '/shift/log')).status).toBe(404);
  expect(await textsOf(`groupId=${world.groupId}&search=Ours alone`, 'superadmin')).toEqual(['Ours alone']);
  expect(await statusOf('/shift/notes', { note: 'x', runId }, 'foreignAdmin')).toBe(404);
  expect(await statusOf('/shift/notes', { note: 'x' }, 'superadmin')).toBe(403);
  expect((await world.call('viewer', 'GET', '/shift/log')).status).toBe(403);
});

test('[W-371] a note has files, which are served to save and not to show', async () => {
  const file = await addFile('valve <3>.png', PNG);
  expect(file).toMatchObject({ name: 'valve <3>.png', media: 'image/png', bytes: PNG.length });
  expect((await world.call('foreignAdmin', 'GET', `/shift/files/${file.id}`)).status).toBe(404);
  expect((await world.call('superadmin', 'GET', `/shift/files/${file.id}`)).status).toBe(404);
  const { files } = await addNote({ note: 'With a picture', files: [file.id] });
  expect(files).toEqual([file]);
  const answer = await world.call('superadmin', 'GET', `/shift/files/${file.id}`);
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="valve <3>\.png"/);
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
  expect((await world.call('foreignAdmin', 'GET', `/shift/files/${file.id}`)).status).toBe(404);
  await expect(query(`delete from shift_files where id = ${file.id}`)).rejects.toThrow('read-only');
});

test('[W-371] a file belongs to one note of the user who sent it', async () => {
  const file = await addFile('a.txt', Buffer.from('one'));
  expect(await statusOf('/shift/notes', { note: 'x', files: [file.id] }, 'foreignAdmin')).toBe(404);
  await addNote({ note: 'first', files: [file.id] });
  expect(await statusOf('/shift/notes', { note: 'second', files: [file.id] })).toBe(404);
  expect(await textsOf('kind=note&search=second')).toEqual([]);
});

test('[W-371] a file is known by its content, and is at most 5 MB', async () => {
  const sent = (data: Buffer, name = 'photo.png') => statusOf('/shift/files', { name, data: data.toString('base64') });
  expect(await sent(Buffer.from([0x4d, 0x5a, 0, 0]))).toBe(400);
  expect(await sent(Buffer.alloc(0), 'empty.txt')).toBe(400);
  expect(await sent(Buffer.alloc(5_000_000, 'a'), 'large.txt')).toBe(200);
  expect([400, 413]).toContain(await sent(Buffer.alloc(5_000_001, 'a'), 'larger.txt'));
  const page = await addFile('page.html', Buffer.from('<script>alert(1)</script>'));
  expect(page.media).toBe('text/plain');
});

test('[W-371] a file without a note is deleted after a day, and a user has at most twenty of them', async () => {
  await query('delete from shift_files where note_id is null');
  for (let at = 0; at < 20; at++) await addFile(`${at}.txt`, Buffer.from('x'));
  expect(await statusOf('/shift/files', { name: 'x.txt', data: 'eA==' })).toBe(409);
  const noted = await query('select count(*)::int as count from shift_files where note_id is not null');
  await server.app.database.change(systemOrigin('test'), (change) =>
    deleteForgottenFiles(change, new Date(Date.now() + HOUR_MS)),
  );
  expect(await query('select count(*)::int as count from shift_files where note_id is null')).toEqual([{ count: 0 }]);
  expect(await query('select count(*)::int as count from shift_files where note_id is not null')).toEqual(noted);
});
