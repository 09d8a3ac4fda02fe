import type { Run } from '@waymark/domain/run/run';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openVerifyQueue, useRunWindows } from '#/features/runs/run-windows.ts';
import { answerRuns, makeRun, minutesAgo } from '#/features/runs/testing/run-fixtures.ts';
import { button, choose, dialog, expectNone, press } from '#/features/runs/testing/run-screen.ts';
import { findTracked, forgetRuns } from '#/features/runs/runs-store.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { chosen, first, open, queue, renderQueue, row, second } from './testing/queue.tsx';

const VERIFY = 'GET /apexagm/verifyPassage/:uid/:passageId/:flag';
const SAVE = 'POST /pigrun/add/';
const WAVE = 'GET /apexagm/passage/:uid/:passageId';
const addBox = dialog('Add to Marker');
const stray = makeRun({ runId: 3, pig: 'STRAY-3', launchAt: minutesAgo(90), passages: [open(301, 10, null)] });

/** The run as the server has it after a change. */
const next = (run: Run, markerName: string | null): Run => ({
  ...run,
  rev: run.rev + 1,
  passages: run.passages.map((passage) => ({ ...passage, markerName })),
});

/** The queue knows that the user is an admin, and the keys belong to the first passage. */
async function expectReady(pig: string): Promise<void> {
  await expect.element(queue.getByRole('button', { name: 'Verify' })).toBeVisible();
  await expectFocus(pig);
}

async function expectFocus(pig: string): Promise<void> {
  await expect.element(row(pig)).toHaveFocus();
}

it('what the rules of time refuse is said in words, and not sent', async () => {
  const passages = [open(102, 5, 'M2'), { ...open(103, 10, 'M3'), isVerified: true }];
  renderQueue('admin', [makeRun({ runId: 1, pig: 'CLN-01', launchAt: minutesAgo(90), passages })]);
  await expectReady('CLN-01');
  await userEvent.keyboard(' ');
  await expect.element(queue.getByRole('alert')).toMatchTextContent(/^CLN-01 at M2: /);
  await expectFocus('CLN-01');
  expect(callsOf(VERIFY)).toEqual([]);
});

it('a refused rejection brings the passage back, and there is nothing to undo', async () => {
  renderQueue();
  await expectReady('CLN-01');
  expectLogged(/^ApiError/);
  refuse(SAVE, 'internal-error');
  await userEvent.keyboard('x');
  await expect.element(queue.getByRole('alert')).toMatchTextContent(`CLN-01 at M1: Unable to update Pig Run.`);
  await expect.element(queue.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(row('CLN-01')).toBeVisible();
  await expectNone(button('Undo', queue));
});

it('the key u takes a rejection back once', async () => {
  renderQueue();
  await expectReady('CLN-01');
  await userEvent.keyboard('u');
  expect(callsOf(SAVE)).toEqual([]);
  answer(SAVE, { runId: 1 });
  const off = next(first, null);
  answerRuns(off, second);
  await userEvent.keyboard('x');
  await expect.element(button('Undo', queue)).toBeVisible();
  answerRuns(next(off, 'M1'), second);
  await userEvent.keyboard('uu');
  await expect.element(row('CLN-01 ?M1')).toBeVisible();
  await expect.poll(() => findTracked(1)?.run.rev).toBe(first.rev + 2);
  expect(callsOf(SAVE).map(({ body }) => JSON.parse(body.passages) as unknown)).toMatchObject([
    [{ markerName: null }],
    [{ markerName: 'M1' }],
  ]);
});

it('a passage is hidden while its decision is on the way, and the next key decides about the next one', async () => {
  renderQueue();
  await expectReady('CLN-01');
  const held = holdAnswer(VERIFY);
  await userEvent.keyboard(' ');
  await expectNone(row('CLN-01'));
  await expectFocus('MFL-02');
  await userEvent.keyboard(' ');
  await expect.element(queue.getByText('No passage waits for a decision.')).toBeVisible();
  expect(callsOf(VERIFY).map(({ params }) => params.uid)).toEqual([101, 201]);
  answerRuns({ ...first, rev: 9, passages: [] }, { ...second, rev: 9, passages: [] });
  held.answer(true);
  await expect.poll(() => [1, 2].map((runId) => findTracked(runId)?.run.rev)).toEqual([9, 9]);
});

it('the space bar presses the button that has the focus', async () => {
  renderQueue();
  await expectReady('CLN-01');
  answer(SAVE, { runId: 1 });
  answerRuns(next(first, null), second);
  queue.getByRole('button', { name: 'Not the pig' }).element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  await expect.poll(() => findTracked(1)?.run.rev).toBe(first.rev + 1);
  expect(callsOf(VERIFY)).toEqual([]);
});

it('a key with Control belongs to the browser', async () => {
  renderQueue();
  await expectReady('CLN-01');
  await userEvent.keyboard('{Control>}x{/Control}{Alt>}j{/Alt}');
  await expectFocus('CLN-01');
  expect(callsOf(SAVE)).toEqual([]);
});

it('the arrows stop at the first and at the last passage', async () => {
  renderQueue();
  await expectReady('CLN-01');
  await userEvent.keyboard('{ArrowUp}');
  await expectFocus('CLN-01');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expectFocus('MFL-02');
});

it('a click chooses a passage, and one row of the list is in the order of Tab', async () => {
  renderQueue();
  await row('MFL-02').click();
  await expect.poll(chosen).toBe('MFL-02 at M1');
  await expect.element(row('MFL-02')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(row('MFL-02')).toHaveAttribute('tabindex', '0');
  await expect.element(row('CLN-01')).toHaveAttribute('tabindex', '-1');
});

it('the queue begins with the run from which it was opened', async () => {
  renderQueue('admin', [first, second], { beginsWith: 2 });
  await expect.poll(chosen).toBe('MFL-02 at M1');
  await expectFocus('MFL-02');
});

it('a passage at no marker is not decided by keys, and is added to a marker', async () => {
  renderQueue('admin', [stray]);
  await expect.poll(chosen).toBe('STRAY-3 at no marker');
  await expectFocus('STRAY-3');
  await userEvent.keyboard(' x');
  expect([...callsOf(VERIFY), ...callsOf(SAVE)]).toEqual([]);
  await press('Add to Marker', queue);
  await expect.element(button('Add', addBox)).toBeDisabled();
  await choose('AGM Marker', 'M2', addBox);
  answer(SAVE, { runId: 3 });
  answerRuns(next(stray, 'M2'));
  await press('Add', addBox);
  await expectNone(addBox);
  await expect.poll(chosen).toBe('STRAY-3 at M2');
});

it('keys decide nothing while a dialog is open over the queue, and Escape closes only the dialog', async () => {
  renderQueue('admin', [stray, first]);
  await expectReady('CLN-01');
  await userEvent.keyboard('j');
  await press('Add to Marker', queue);
  await expect.element(addBox).toBeVisible();
  row('STRAY-3')
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
  await expect.element(row('STRAY-3')).toHaveAttribute('aria-pressed', 'true');
  button('Cancel', addBox).element().focus();
  await userEvent.keyboard('{Escape}');
  await expectNone(addBox);
  await expect.element(queue).toBeVisible();
  await expect.element(button('Add to Marker', queue)).toHaveFocus();
});

it('a waveform that did not load says so, and loads on request', async () => {
  expectLogged(/^ApiError/);
  renderQueue('admin', [first], { answerWave: () => refuse(WAVE, 'internal-error') });
  await expect.element(queue.getByRole('alert')).toMatchTextContent(/^Passage did not load/);
  await expect.element(queue.getByRole('button', { name: 'Verify' })).toBeEnabled();
  answer(WAVE, () => new Promise<never>(() => undefined));
  await press('Retry', queue);
  await expect.poll(() => callsOf(WAVE).length).toBe(2);
});

it('the title counts the passages at markers, and a queue of none says so', async () => {
  renderQueue('admin', [first, stray]);
  await expect.element(queue).toMatchTextContent(/1 passage(?!s)/);
  await expect.element(queue.getByRole('region', { name: 'At no marker' })).toMatchTextContent(/STRAY-3/);
});

it('runs that are not loaded are not called an empty queue', async () => {
  renderQueue('admin', []);
  await expect.element(queue.getByText('No passage waits for a decision.')).toBeVisible();
  forgetRuns();
  await expect.element(queue.getByLabelText('Loading runs')).toBeVisible();
  await expectNone(queue.getByText('No passage waits for a decision.'));
});

it('the window closes with its button', async () => {
  renderQueue();
  openVerifyQueue();
  await expectReady('CLN-01');
  await press('Close', page.getByRole('dialog', { name: /^Passages to verify/ }));
  expect(useRunWindows.getState().queue).toBeNull();
});
