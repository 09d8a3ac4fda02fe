import { exampleCurrentUser } from '@waymark/contract/routes/users';
import { LIMITS } from '@waymark/domain/path/pig-path';
import { NO_FLAGS } from '@waymark/commands/path-flags';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import {
  answerUser,
  makeDevice,
  makePath,
  makeRun,
  putDevices,
  putRuns,
  sendPath,
} from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { draftOfPath, NEW_DRAFT, type EditorDraft } from './draft.ts';
import { changeDraft, startEditing, useEditor } from './editor-store.ts';
import { writeFlags } from './flags/flags.view.ts';
import { keepDraft, readKept } from './keep/kept-drafts.ts';
import { PigRunEditorPanel } from './PigRunEditorPanel.tsx';

const SAVE = 'POST /pigrun/pigpath/add';
const onClose = vi.fn<() => void>();
const onSaved = vi.fn<(pathId: number) => void>();

const SAVED = draftOfPath(makePath());
/** The same draft as a new path. */
const NEW = { ...SAVED, pathId: -1, rev: null };

beforeEach(() => {
  onClose.mockClear();
  onSaved.mockClear();
  answerUser();
  answer('GET /pigpath/GetBroadcastCommandData/:pathId', writeFlags(NO_FLAGS));
  putDevices(makeDevice(100_234));
});

async function renderEditor(draft: EditorDraft): Promise<void> {
  startEditing(draft);
  render(<PigRunEditorPanel onClose={onClose} onSaved={onSaved} />);
  await expect.element(button('Save')).toBeVisible();
}

const name = page.getByLabelText('Pig run name');
const message = dialog('Validation Message');
const failure = dialog('Error Message');
const changed = dialog('Somebody else has saved this path meanwhile.');
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

async function expectFault(change: Partial<EditorDraft>, words: string): Promise<void> {
  changeDraft(change);
  await press('Save');
  await expect.element(message).toMatchTextContent(words);
  await press('OK', message);
  await expectNone(message);
}

it('[R-067, R-068, R-070, R-071, R-066] PigRunEditorPanel refuses to save and names the missing parts in order: the file, then the name', async () => {
  await renderEditor(NEW_DRAFT);
  await expectFault({}, 'CSV file is required.');
  await expectFault({ csvFileName: `${'x'.repeat(247)}.csv` }, 'The CSV file name is too long.');
  await expectFault(
    { csvFileName: 'enid.csv', name: '  ' },
    'Pig run name cannot be empty or contain only whitespace.',
  );
  await expectFault(
    { name: 'x'.repeat(LIMITS.name + 1) },
    'Pig run name is too long. Maximum length is 150 characters.',
  );
});

it('[W-247] PigRunEditorPanel names all faults at once, marks their fields, and unmarks what is repaired', async () => {
  await renderEditor({ ...NEW_DRAFT, speedMph: null });
  await expectNone(page.getByText('Need to add at least 1 pig'));
  await press('Save');
  await expectTexts(message.getByRole('paragraph'), [
    'CSV file is required.',
    'Pig run name cannot be empty or contain only whitespace.',
    'Missing expected speed',
    'Missing receive site',
    'Missing launch site',
    'Need to add at least 1 AGM',
    'Missing AGMs or launch/receive sites',
    'Need to add at least 1 pig',
  ]);
  await press('OK', message);
  await expectNone(message);
  const part = (title: string) => page.getByRole('region', { name: title }).getByRole('alert');
  await expect.element(page.getByRole('group', { name: 'CSV file' }).getByRole('alert')).toBeVisible();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByLabelText('Expected speed (mph)')).toHaveAttribute('aria-invalid', 'true');
  await expectTexts(part('Pigs'), ['Need to add at least 1 pig']);
  await expectTexts(part('AGMs'), ['Need to add at least 1 AGM']);
  changeDraft({ pigs: ['CLN-1'], agms: [100_234] });
  await expectNone(part('Pigs'));
  await expectNone(part('AGMs'));
  await expectAccessible();
  expect(callsOf(SAVE)).toEqual([]);
});

it('[W-247] PigRunEditorPanel refuses control characters in the names of the path and of pigs', async () => {
  await renderEditor(NEW);
  changeDraft({ name: 'North\u0007 line' });
  await expect.element(page.getByText('Pig run name must not have control characters.')).toBeVisible();
  await page.getByLabelText('Pig name').fill('CLN\u200B-1');
  await press('Add Pig');
  await expect.element(page.getByText('A pig name must not have control characters.')).toBeVisible();
  await press('Save');
  await expect.element(message).toMatchTextContent('Pig run name must not have control characters.');
  expect(callsOf(SAVE)).toEqual([]);
});

it('[R-072, R-073, R-075, R-076] PigRunEditorPanel refuses to save without speed and diameter within their limits', async () => {
  await renderEditor({ ...NEW, speedMph: null, diameterIn: null });
  await expectFault({}, 'Missing expected speed');
  await expectFault({ speedMph: 20.5 }, 'Expected speed is not between .1 and 20 mph.');
  await expectFault({ speedMph: 2.5 }, 'Missing pipeline diameter');
  await expectFault({ diameterIn: 3.9 }, 'Pipeline diameter is not between 4 and 50 inches.');
});

it('[R-079, R-080, R-082, R-083] PigRunEditorPanel refuses to save without sites, AGMs and pigs, and with too long notes', async () => {
  await renderEditor({ ...NEW, markers: [], agms: [], pigs: [], notes: 'x'.repeat(1001) });
  await expectFault({}, 'Missing receive site');
  await expectFault({ markers: SAVED.markers }, 'Need to add at least 1 AGM');
  await expectFault({ agms: [100_234] }, 'Need to add at least 1 pig');
  await expectFault({ pigs: ['CLN-1'] }, 'Pig run notes cannot exceed 1000 characters.');
});

it('[R-037, R-050, R-109, R-110, R-111] PigRunEditorPanel saves a new path in m/s and returns its number', async () => {
  answer(SAVE, 31);
  await renderEditor({ ...NEW, speedMph: 2.5, notes: 'Weekly.' });
  await expectAccessible();
  await press('Save');
  await expect.poll(() => onSaved.mock.calls).toEqual([[31]]);
  await expect.element(toast('Pig path saved.')).toBeVisible();
  const [call] = callsOf(SAVE);
  expect(call?.body).toMatchObject({
    pathId: -1,
    pigRunName: 'Cushing to Tulsa',
    launchSiteLat: 35.985,
    recieveSiteLon: -96.03,
    agms: [100_234],
    pigs: ['CLN-16-02'],
    pipelineDiameter: 16,
    notes: 'Weekly.',
    notifications: [{ userId: 2 }],
  });
  expect(call?.body.expectedSpeed).toBeCloseTo(1.1176, 4);
  expect(call?.body.rev).toBeUndefined();
});

it('[R-112] PigRunEditorPanel saves an existing path with the version that was edited', async () => {
  answer(SAVE, 12);
  await renderEditor(SAVED);
  await expectNone(page.getByText('Unsaved changes'));
  await name.fill('Cushing to Tulsa North');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await press('Save');
  await expect.poll(() => onSaved.mock.calls).toEqual([[12]]);
  expect(callsOf(SAVE)[0]?.body).toMatchObject({ pathId: 12, rev: 4, pigRunName: 'Cushing to Tulsa North' });
});

it('PigRunEditorPanel sends the broadcast commands after the path and says how many were queued', async () => {
  answer(SAVE, 12);
  answer('POST /pigpath/UpdateBroadcastCommandData', {});
  answer('GET /pigpath/CreateBroadcastCommandsForNowEvent/:pathId', {
    queued: 6,
    broadcastId: 13,
    failed: [{ uid: 100_240, reason: 'Not over satellite.' }],
  });
  await renderEditor({ ...SAVED, flags: { ...NO_FLAGS, powerModeBroadcastCommandNowEvent: true } });
  await press('Save');
  await expect.element(toast('6 commands queued; 1 AGM cannot take all of them.')).toBeVisible();
  expect(callsOf('POST /pigpath/UpdateBroadcastCommandData')[0]?.body).toMatchObject({
    pathId: 12,
    powerModeBroadcastCommandNowEvent: 'Y',
  });
});

it('PigRunEditorPanel asks before a save that formats disks', async () => {
  answer(SAVE, 12);
  answer('POST /pigpath/UpdateBroadcastCommandData', {});
  answer('GET /pigpath/CreateBroadcastCommandsForNowEvent/:pathId', { queued: 1, broadcastId: 13, failed: [] });
  putRuns();
  await renderEditor({ ...SAVED, flags: { ...NO_FLAGS, formatDiskBroadcastCommandNowEvent: true } });
  const question = dialog('Save and format disks now?');
  await press('Save');
  await press('Cancel', question);
  await expectNone(question);
  expect(callsOf(SAVE)).toEqual([]);
  await press('Save');
  await press('Save and format', question);
  await expect.element(toast('1 command queued.')).toBeVisible();
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(12);
});

it('[W-245] PigRunEditorPanel names the active runs whose recordings a save would format away', async () => {
  answer(SAVE, 12);
  answer('POST /pigpath/UpdateBroadcastCommandData', {});
  answer('GET /pigpath/CreateBroadcastCommandsForNowEvent/:pathId', { queued: 1, broadcastId: 13, failed: [] });
  putRuns(makeRun({ path: { name: 'Due north', agms: SAVED.agms } }));
  await renderEditor({ ...SAVED, flags: { ...NO_FLAGS, formatDiskBroadcastCommandNowEvent: true } });
  await press('Save');
  await press('Save and format');
  const again = dialog('Send to AGMs of 1 active run?');
  await expect.element(again).toMatchTextContent('CLN-16-02, Due north: AGM 1');
  expect(callsOf(SAVE)).toEqual([]);
  await press('Send all the same', again);
  await expect.element(toast('1 command queued.')).toBeVisible();
});

it('[R-123] PigRunEditorPanel shows the reason and log id of a refused path and keeps the entries', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'path-invalid', { detail: 'There is no AGM 100234 in this company.' });
  await renderEditor(NEW);
  await name.fill('Refused');
  await press('Save');
  await expect.element(failure).toMatchTextContent('Unable to create pig path. Confirm field validations.');
  await expect.element(failure).toMatchTextContent(`There is no AGM 100234 in this company. LogId = [${LOG_ID}]`);
  await press('OK', failure);
  await expect.element(name).toHaveValue('Refused');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  expect(onSaved).not.toHaveBeenCalled();
});

it('PigRunEditorPanel says that the path is saved but not its commands, and bases the next save on that version', async () => {
  expectLogged(/^ApiError/);
  answer(SAVE, 31);
  refuse('POST /pigpath/UpdateBroadcastCommandData', 'broadcast-invalid', { detail: 'Not these two.' });
  answer('GET /pigrun/pigpath/:pathId', sendPath({ pathId: 31, rev: 1 }));
  await renderEditor({ ...NEW, flags: { ...NO_FLAGS, powerModeBroadcastCommandNowEvent: true } });
  await press('Save');
  await expect.element(failure).toMatchTextContent('The pig path is saved, but its broadcast commands are not');
  await press('OK', failure);
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  expect(useEditor.getState().draft).toMatchObject({ pathId: 31, rev: 1 });
});

it('OutdatedDialog keeps the edit on Cancel, and saves it over the newer version on request', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'path-changed');
  answer('GET /pigrun/pigpath/:pathId', sendPath({ rev: 9, name: 'Theirs' }));
  await renderEditor(SAVED);
  await name.fill('Mine');
  await press('Save');
  await expect.element(changed).toBeVisible();
  await press('Cancel', changed);
  await expectNone(changed);
  await expect.element(name).toHaveValue('Mine');
  await press('Save');
  await expect.element(changed).toBeVisible();
  answer(SAVE, 12);
  await press('Save over it', changed);
  await expect.poll(() => onSaved.mock.calls).toEqual([[12]]);
  expect(callsOf(SAVE).at(-1)?.body).toMatchObject({ rev: 9, pigRunName: 'Mine' });
});

it('OutdatedDialog replaces the edit by the newer version', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'path-changed');
  answer('GET /pigrun/pigpath/:pathId', sendPath({ rev: 9, name: 'Theirs' }));
  await renderEditor(SAVED);
  await name.fill('Mine');
  await press('Save');
  await press('Load the newer one', changed);
  await expect.element(name).toHaveValue('Theirs');
  await expectNone(page.getByText('Unsaved changes'));
});

it('OutdatedDialog saves a path that was deleted meanwhile as a new one', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'path-not-found');
  await renderEditor(SAVED);
  await press('Save');
  const gone = dialog('Somebody else has deleted this path meanwhile.');
  await expectNone(button('Load the newer one', gone));
  answer(SAVE, 44);
  await press('Save as a new path', gone);
  await expect.poll(() => onSaved.mock.calls).toEqual([[44]]);
  expect(callsOf(SAVE).at(-1)?.body.pathId).toBe(-1);
});

it('PigRunEditorPanel cannot save offline and says why', async () => {
  await renderEditor(SAVED);
  setOffline();
  await expect.element(button('Save')).toBeDisabled();
  await expect
    .element(page.getByText('You are offline. Saving is possible again once the connection is back.'))
    .toBeVisible();
});

it('[R-036] PigRunEditorPanel leaves the question about unsaved changes to the drawer on Cancel', async () => {
  await renderEditor(SAVED);
  await press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
});

it('OfferedDraft continues with the unsaved changes', async () => {
  keepDraft(7, { draft: { ...SAVED, name: 'Tulsa, by way of Drumright', speedMph: 4 }, saved: SAVED, keptAt: 0 });
  await renderEditor(SAVED);
  const offer = dialog('Continue editing?');
  await expect.element(offer).toMatchTextContent('Tulsa, by way of DrumrightChanged 1970-01-01 00:00:00 UTC');
  await userEvent.keyboard('{Escape}');
  await expect.element(offer).toBeVisible();
  await press('Continue editing', offer);
  await expectNone(offer);
  await expect.element(page.getByLabelText('Expected speed (mph)')).toHaveValue('4');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
});

it('OfferedDraft deletes discarded changes', async () => {
  keepDraft(7, { draft: { ...SAVED, name: 'Tulsa, by way of Drumright' }, saved: SAVED, keptAt: 0 });
  await renderEditor(SAVED);
  await press('Discard changes', dialog('Continue editing?'));
  await expectNone(dialog('Continue editing?'));
  await expect.element(name).toHaveValue('Cushing to Tulsa');
  await expect.poll(() => readKept(7)).toEqual([]);
});

it('PigRunEditorPanel stores the entries in the browser', async () => {
  await renderEditor(SAVED);
  await name.fill('Half typed');
  await expect.poll(() => readKept(7).map(({ draft }) => draft.name)).toEqual(['Half typed']);
  await name.fill('Cushing to Tulsa');
  await expect.poll(() => readKept(7)).toEqual([]);
});

it('[R-125] LineView moves between markers by the arrow keys and switches its distances to meters', async () => {
  await renderEditor(SAVED);
  const section = page.getByRole('region', { name: 'Markers', exact: true });
  const strip = section.getByRole('slider', { name: 'Markers along the line' });
  await expect.element(section).toMatchTextContent('3 markers, 1 TRACK');
  (strip.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(strip).toHaveAttribute('aria-valuenow', '2');
  await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/^AGM 01.* ft/));
  answer('POST /pigrun/user/units', { ...exampleCurrentUser, units: 'metric' });
  await section.getByText('m', { exact: true }).click();
  await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/^AGM 01, .* km from launch/));
  (strip.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}{Enter}');
  expect(useEditor.getState().marker).toBe('Tulsa');
});
