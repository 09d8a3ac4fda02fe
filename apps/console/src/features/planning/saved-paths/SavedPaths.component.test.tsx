import { writeSavedPath } from '@waymark/contract/runs/read-path';
import type { Role } from '@waymark/contract/roles';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { draftOfPath } from '../editor/draft.ts';
import { useEditor } from '../editor/editor-store.ts';
import { keepDraft, readKept } from '../editor/keep/kept-drafts.ts';
import type { SavedPath } from '#/features/runs/runs.data.ts';
import { answerUser, makePath, makeRun, putRuns, sendPath } from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { SavedPaths } from './SavedPaths.tsx';

const PATHS = 'GET /pigrun/pigpath';
const DELETE = 'DELETE /pigrun/pigpath/:pathId';
const onEdit = vi.fn<() => void>();

const north = makePath({ pathId: 13, name: 'Enid to Ponca', pigs: ['GAU-01'] });
const south = makePath({ pathId: 14, name: 'Ponca to Enid', pigs: ['GAU-02', 'CAL-01'], agms: [1, 2] });

const rows = page.getByRole('list', { name: 'Pig runs' }).getByRole('listitem');
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

beforeEach(() => {
  onEdit.mockClear();
  putRuns();
});
afterEach(() => vi.restoreAllMocks());

function renderPaths(paths: readonly SavedPath[] = [makePath(), north, south], role: Role = 'admin'): void {
  answerUser(role);
  answer(PATHS, paths.map(writeSavedPath));
  render(<SavedPaths onEdit={onEdit} />, { role });
}

const choosePath = (name: string) => rows.getByRole('button', { name: new RegExp(`^${name}`) }).click();

it('[R-009] PathList finds paths by name and pig, and marks the chosen one', async () => {
  renderPaths();
  await expectTexts(rows, [
    'Cushing to Tulsa3 markers, 1 AGM, 1 pig',
    'Enid to Ponca3 markers, 1 AGM, 1 pig',
    'Ponca to Enid3 markers, 2 AGMs, 2 pigs',
  ]);
  const search = page.getByRole('searchbox', { name: 'Find a pig run' });
  await search.fill('cal-');
  await expectTexts(rows, ['Ponca to Enid3 markers, 2 AGMs, 2 pigs']);
  await choosePath('Ponca to Enid');
  await expect.element(rows.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('heading', { name: 'Ponca to Enid' })).toBeVisible();
  await search.fill('nowhere');
  await expect.element(page.getByText('No results')).toBeVisible();
  await expectAccessible();
});

it('PathList moves between paths by the arrow keys and chooses with Enter', async () => {
  renderPaths();
  await expect.poll(() => rows.elements().length).toBe(3);
  (rows.nth(0).getByRole('button').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Enid to Ponca' })).toBeVisible();
  await expect.element(rows.nth(1).getByRole('button')).toHaveFocus();
});

it('PathList explains how to create the first path', async () => {
  renderPaths([]);
  await expect
    .element(page.getByText('No pig runs yet. New Pig Run makes one from a CSV file of its markers.'))
    .toBeVisible();
});

it('PathList names the companies when there are several', async () => {
  renderPaths([makePath(), makePath({ pathId: 15, name: 'North Gas', groupId: 4 })], 'superadmin');
  await expectTexts(rows, [
    'Cushing to Tulsa3 markers, 1 AGM, 1 pig, company 3',
    'North Gas3 markers, 1 AGM, 1 pig, company 4',
  ]);
});

it('SavedPaths says that the paths did not load, and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  answerUser();
  refuse(PATHS, 'internal-error', { detail: 'The database does not answer.' });
  render(<SavedPaths onEdit={onEdit} />);
  const failure = page.getByRole('alert');
  await expect.element(failure).toMatchTextContent(`Pig runs did not load`);
  await expect.element(failure).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(PATHS, [sendPath()]);
  await press('Retry', failure);
  await expect.poll(() => rows.elements().length).toBe(1);
});

it('SavedPaths offers Edit, Export CSV and Delete only for a chosen path', async () => {
  renderPaths();
  for (const name of ['Edit', 'Export CSV', 'Delete']) await expect.element(button(name)).toBeDisabled();
  await choosePath('Cushing');
  for (const name of ['Edit', 'Export CSV', 'Delete']) await expect.element(button(name)).toBeEnabled();
  setOffline();
  await expect.element(button('Delete')).toBeDisabled();
  await expect.element(button('Launch Pig')).toBeDisabled();
});

it('[R-003, R-005] SavedPaths opens the editor for a new path and for the chosen one', async () => {
  renderPaths();
  await press('New Pig Run');
  expect(useEditor.getState().draft).toMatchObject({ pathId: -1, name: '' });
  await choosePath('Cushing');
  await press('Edit');
  expect(useEditor.getState().draft).toMatchObject({ pathId: 12, rev: 4, name: 'Cushing to Tulsa', speedMph: 3 });
  expect(onEdit).toHaveBeenCalledTimes(2);
});

it('[R-004] SavedPaths exports the markers of the chosen path as a CSV file named after it', async () => {
  const files: string[] = [];
  const made = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push(this.download);
  });
  renderPaths();
  await choosePath('Cushing');
  await press('Export CSV');
  expect(files).toEqual(['Cushing to Tulsa.csv']);
  const [file] = made.mock.calls[0] ?? [];
  const text = file instanceof Blob ? await file.text() : '';
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('AGM Marker Name,Latitude,Longitude,State,Description');
  expect(lines[2]).toMatch(/^AGM 01,36\.01,-96\.64,TRACK,AGM,/);
});

it('[R-006, R-017] SavedPaths deletes a path only after a confirmation', async () => {
  renderPaths();
  await choosePath('Enid');
  await press('Delete');
  const question = dialog('Confirm delete of pig run');
  await expect.element(question).toMatchTextContent('Enid to Ponca with its markers');
  await press('Cancel', question);
  await expectNone(question);
  expect(callsOf(DELETE)).toEqual([]);
  await press('Delete');
  answer(DELETE, {});
  answer(PATHS, [sendPath(), writeSavedPath(south)]);
  await press('Delete', question);
  await expect.element(toast('Pig run deleted')).toBeVisible();
  await expect.poll(() => rows.elements().length).toBe(2);
  await expectNone(page.getByRole('heading', { name: 'Enid to Ponca' }));
  expect(callsOf(DELETE)).toEqual([{ params: { pathId: 13 } }]);
});

it('SavedPaths keeps the confirmation open with the reason when deleting fails', async () => {
  renderPaths();
  await choosePath('Enid');
  await press('Delete');
  refuse(DELETE, 'path-in-use', { detail: 'There is an active run on this path.' });
  const question = dialog('Confirm delete of pig run');
  await press('Delete', question);
  await expect
    .element(question.getByRole('alert').last())
    .toMatchTextContent(`There is an active run on this path. LogId = ${LOG_ID}`);
});

it('[R-022] PathDetails offers no launch on a path with an active run, and SavedPaths refuses to delete it', async () => {
  putRuns(makeRun());
  renderPaths();
  await expect.element(rows.nth(0)).toMatchTextContent('Active: CLN-16-02');
  await choosePath('Cushing');
  await expect.element(button('Launch Pig')).toBeDisabled();
  await expect.element(button('Launch Pig')).toHaveAttribute('title', 'There is an active run on this path.');
  await press('Delete');
  const told = dialog('The pig run cannot be deleted');
  await expect.element(told).toMatchTextContent('It can be deleted once Cushing to Tulsa has no pig on its way.');
  await press('OK', told);
  await expectNone(told);
});

it('PathDetails cancels the active run of the path after a confirmation', async () => {
  putRuns(makeRun());
  renderPaths();
  await choosePath('Cushing');
  await expect.element(page.getByText('run 41')).toBeVisible();
  await press('Cancel Run');
  const question = dialog('Cancel Pig Run');
  answer('POST /pigrun/DeleteAllPigRunTools', 1);
  answer('DELETE /pigrun/:runId', {});
  putRuns();
  await press('Yes-Cancel', question);
  await expect.element(toast('Pig run cancelled')).toBeVisible();
  await expectNone(button('Cancel Run'));
  await expect.element(button('Launch Pig')).toBeEnabled();
});

it('PathDetails withdraws the launch button when another console launches a run on the path', async () => {
  renderPaths();
  await choosePath('Cushing');
  await expect.element(button('Launch Pig')).toBeEnabled();
  putRuns(makeRun());
  await expect.element(button('Launch Pig')).toBeDisabled();
  await expect.element(page.getByText('run 41')).toBeVisible();
});

it('[R-008] PathDetails reverses the line for a run backward, and resets the direction for another path', async () => {
  renderPaths();
  await choosePath('Cushing');
  const backward = page.getByRole('checkbox', { name: 'Run Backward' });
  await backward.click();
  await expect.element(page.getByText('Tulsa to Cushing')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Line, backward' })).toBeVisible();
  await choosePath('Enid');
  await expect.element(backward).not.toBeChecked();
});

it('ContinueEditing lists unsaved changes, continues one and discards another', async () => {
  const saved = draftOfPath(north);
  keepDraft(7, { draft: { ...saved, name: 'Enid, changed' }, saved, keptAt: 0 });
  keepDraft(7, { draft: { ...draftOfPath(south), name: '  ', pathId: -1 }, saved, keptAt: 1000 });
  renderPaths();
  const section = page.getByRole('region', { name: 'Not saved yet' });
  const kept = section.getByRole('listitem');
  await expectTexts(kept, [
    /^New Pig RunChanged 1970-01-01 00:00:01 UTC/,
    /^Enid, changedChanged 1970-01-01 00:00:00 UTC/,
  ]);
  await press('Discard', kept.nth(0));
  await expect.poll(() => kept.elements().length).toBe(1);
  expect(readKept(7)).toHaveLength(1);
  await press('Continue editing', section);
  expect(useEditor.getState().draft).toMatchObject({ pathId: 13, name: 'Enid, changed' });
  expect(onEdit).toHaveBeenCalledOnce();
});
