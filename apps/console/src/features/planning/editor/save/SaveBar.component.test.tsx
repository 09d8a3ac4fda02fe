import { NO_FLAGS } from '@waymark/commands/path-flags';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makePath, putRuns, sendPath } from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, press } from '#/features/runs/testing/run-screen.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { draftOfPath, type EditorDraft } from '../draft.ts';
import { changeDraft, hasUnsavedChanges, startEditing, useEditor } from '../editor-store.ts';
import { SaveBar } from './SaveBar.tsx';

const SAVE = 'POST /pigrun/pigpath/add';
const FLAGS = 'POST /pigpath/UpdateBroadcastCommandData';
const READ = 'GET /pigrun/pigpath/:pathId';
const SAVED = draftOfPath(makePath());
const onSaved = vi.fn<(pathId: number) => void>();
const onCancel = vi.fn<() => void>();
const changed = dialog('Somebody else has saved this path meanwhile.');
const isUnsaved = () => hasUnsavedChanges(useEditor.getState());

function show(draft: EditorDraft = SAVED): void {
  startEditing(draft, SAVED);
  render(<SaveBar onCancel={onCancel} onSaved={onSaved} />);
}

beforeEach(() => {
  onSaved.mockClear();
  onCancel.mockClear();
});

it('a path is saved once while the server has not answered, and cannot be left meanwhile', async () => {
  show({ ...SAVED, name: 'Mine' });
  const held = holdAnswer(SAVE);
  await press('Save');
  await button('Save').click({ force: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Cancel')).toBeDisabled();
  expect(callsOf(SAVE).length).toBe(1);
  held.answer(12);
  await expect.poll(() => onSaved.mock.calls).toEqual([[12]]);
  expect(isUnsaved()).toBe(false);
});

it('what the user changes while a save is on its way stays unsaved, and the editor open', async () => {
  show({ ...SAVED, name: 'Mine' });
  const held = holdAnswer(SAVE);
  await press('Save');
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  changeDraft({ notes: 'Written meanwhile' });
  answer(READ, sendPath({ rev: 5 }));
  held.answer(12);
  await expect.element(page.getByText('What you have changed meanwhile is not.')).toBeVisible();
  expect(onSaved).not.toHaveBeenCalled();
  expect(useEditor.getState().draft).toMatchObject({ pathId: 12, rev: 5, notes: 'Written meanwhile', name: 'Mine' });
  expect(isUnsaved()).toBe(true);
  answer(SAVE, 12);
  await press('Save');
  await expect.poll(() => onSaved.mock.calls).toEqual([[12]]);
  expect(callsOf(SAVE).at(-1)?.body).toMatchObject({ rev: 5 });
});

it('a refused save shows the reason and keeps the changes', async () => {
  show({ ...SAVED, name: 'Mine' });
  expectLogged(/^ApiError/);
  refuse(SAVE, 'internal-error');
  await press('Save');
  const failure = dialog('Error Message');
  await expect.element(failure).toMatchTextContent(`Unable to update pig path. Confirm field validations.`);
  await expect.element(failure).toMatchTextContent(`LogId = [${LOG_ID}]`);
  await userEvent.keyboard('{Escape}');
  await expectNone(failure);
  await expect.element(button('Save')).toHaveFocus();
  expect(isUnsaved()).toBe(true);
});

/** Another user has saved first. */
async function meetNewer(): Promise<void> {
  show({ ...SAVED, name: 'Mine' });
  expectLogged(/^ApiError/);
  refuse(SAVE, 'path-changed');
  await press('Save');
  await expect.element(changed).toBeVisible();
}

it('a newer version that cannot be read is said in the question, and the edit stays', async () => {
  await meetNewer();
  refuse(READ, 'internal-error');
  await press('Load the newer one', changed);
  await expect.element(changed.getByText(new RegExp(`LogId = ${LOG_ID}`))).toBeVisible();
  expect(useEditor.getState().draft?.name).toBe('Mine');
  answer(READ, sendPath({ rev: 9, name: 'Theirs' }));
  await press('Load the newer one', changed);
  await expectNone(changed);
  expect(useEditor.getState().draft?.name).toBe('Theirs');
});

it('while the newer version is loaded, the own one is not saved over it, and Escape keeps the question', async () => {
  await meetNewer();
  const held = holdAnswer(READ);
  await press('Load the newer one', changed);
  await press('Save over it', changed);
  await userEvent.keyboard('{Escape}');
  await expect.element(changed).toBeVisible();
  expect(callsOf(READ).length).toBe(1);
  held.answer(sendPath({ rev: 9, name: 'Theirs' }));
  await expectNone(changed);
  expect(callsOf(SAVE).length).toBe(1);
});

it('Escape leaves the question, and the next save asks again', async () => {
  await meetNewer();
  await expect.element(button('Cancel', changed)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expectNone(changed);
  await expect.element(button('Save')).toHaveFocus();
  await press('Save');
  await expect.element(changed).toBeVisible();
});

it('a save of which only the commands failed sends them with the next one', async () => {
  putRuns();
  show({ ...SAVED, flags: { ...NO_FLAGS, powerModeBroadcastCommandNowEvent: true } });
  expectLogged(/^ApiError/);
  answer(SAVE, 12);
  refuse(FLAGS, 'internal-error');
  refuse(READ, 'internal-error');
  await press('Save');
  await press('OK', dialog('Error Message'));
  // The revision is not known: the next save overwrites without a question.
  expect(useEditor.getState().draft).toMatchObject({ pathId: 12, rev: null });
  answer(FLAGS, {});
  answer('GET /pigpath/CreateBroadcastCommandsForNowEvent/:pathId', { queued: 1, broadcastId: 13, failed: [] });
  await press('Save');
  await expect.poll(() => onSaved.mock.calls).toEqual([[12]]);
  expect(callsOf(FLAGS).length).toBe(2);
  await expect.element(page.getByText('1 command queued.')).toBeVisible();
});
