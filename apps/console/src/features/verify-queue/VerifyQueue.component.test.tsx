import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerRuns, makeRun, minutesAgo, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { findTracked } from '#/features/runs/runs-store.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { chosen, first, open, queue, renderQueue, row, second } from './testing/queue.tsx';

const VERIFY = 'GET /apexagm/verifyPassage/:uid/:passageId/:flag';
const SAVE = 'POST /pigrun/add/';
const revOfFirst = () => findTracked(1)?.run.rev;

afterEach(() => page.viewport(1440, 900));

it('[W-240, W-242] space verifies the chosen passage, and the next one is chosen', async () => {
  renderQueue();
  await expect.poll(chosen).toBe('CLN-01 at M1');
  await expectAccessible();
  await expect.element(queue.getByRole('button', { name: 'Verify' })).toBeVisible();
  await expect.element(row('CLN-01')).toHaveFocus();
  answer(VERIFY, true);
  answerRuns(
    { ...first, rev: first.rev + 1, passages: first.passages.map((each) => ({ ...each, isVerified: true })) },
    second,
  );
  await userEvent.keyboard(' ');
  await expect.poll(() => callsOf(VERIFY).length).toBe(1);
  expect(callsOf(VERIFY)[0]?.params).toMatchObject({ uid: 101, flag: true });
  await expect.poll(chosen).toBe('MFL-02 at M1');
  await expect.element(row('CLN-01')).not.toBeInTheDocument();
  // The change is settled, so that its reload does not reach the next test.
  await expect.poll(revOfFirst).toBe(first.rev + 1);
});

it('[W-263] the queue shows what the markers on both sides say', async () => {
  const passages = [
    { ...open(101, 60, 'M1'), isVerified: true },
    open(102, 30, 'M2'),
    { ...open(103, 10, 'M3'), isVerified: false },
  ];
  renderQueue('admin', [makeRun({ runId: 1, pig: 'CLN-01', launchAt: minutesAgo(90), passages })]);
  await expect.poll(chosen).toBe('CLN-01 at M2');
  const rows = queue.getByRole('table', { name: 'Neighbours' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/^M1\d{4}-\d\d-\d\d [\d:]{8}verified\d+\.\d\d mph$/);
  await expect.element(rows.nth(2)).toMatchTextContent(/^M3\d{4}-\d\d-\d\d [\d:]{8}not verified\d+\.\d\d mph$/);
  await expectAccessible();
});

it('[W-242] arrows and j and k move in the queue, with the focus', async () => {
  renderQueue();
  await expect.element(queue.getByRole('button', { name: 'Verify' })).toBeVisible();
  await expect.element(row('CLN-01')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('MFL-02')).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(row('CLN-01')).toHaveFocus();
});

it('[W-243] a refused verification brings the passage back with the reason', async () => {
  renderQueue();
  await expect.element(queue.getByRole('button', { name: 'Verify' })).toBeVisible();
  await expect.element(row('CLN-01')).toHaveFocus();
  expectLogged(/^ApiError/);
  refuse(VERIFY, 'passage-not-verifiable');
  await userEvent.keyboard(' ');
  await expect.element(queue.getByRole('alert')).toMatchTextContent('CLN-01 at M1');
  await expect.element(row('CLN-01')).toBeVisible();
  // The choice does not jump back under the user's next key.
  expect(chosen()).toBe('MFL-02 at M1');
});

it('[W-243] x takes the passage off its marker, and Undo puts it back', async () => {
  renderQueue();
  await expect.element(queue.getByRole('button', { name: 'Verify' })).toBeVisible();
  await expect.element(row('CLN-01')).toHaveFocus();
  answer(SAVE, { runId: 1 });
  const moved = {
    ...first,
    rev: first.rev + 1,
    passages: first.passages.map((each) => ({ ...each, markerName: null })),
  };
  answerRuns(moved, second);
  await userEvent.keyboard('x');
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  await expect.poll(chosen).toBe('MFL-02 at M1');
  await expect.element(queue.getByText(/CLN-01 at M1: not the pig/)).toBeVisible();
  answerRuns({ ...first, rev: first.rev + 2 }, second);
  await queue.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => callsOf(SAVE).length).toBe(2);
  await expect.element(row('CLN-01')).toBeVisible();
  await expect.poll(revOfFirst).toBe(first.rev + 2);
});

it('[W-242] a viewer sees the queue and cannot decide', async () => {
  renderQueue('viewer');
  await expect.poll(chosen).toBe('CLN-01 at M1');
  await expect.element(queue.getByText('Only administrators verify passages.')).toBeVisible();
  await expect.element(queue.getByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  expect(callsOf(VERIFY)).toEqual([]);
});

it('[W-242] nothing is decided offline, and an empty queue says so', async () => {
  renderQueue();
  await expect.poll(chosen).toBe('CLN-01 at M1');
  setOffline();
  await expect.element(queue.getByRole('button', { name: 'Verify' })).toBeDisabled();
  putRuns({ ...first, passages: [] });
  await expect.element(queue.getByText('No passage waits for a decision.')).toBeVisible();
});

it('[W-242] the space bar presses a focused button, and a held key decides once', async () => {
  renderQueue();
  await expect.element(row('CLN-01')).toHaveFocus();
  answer(SAVE, { runId: 1 });
  const moved = first.passages.map((each) => ({ ...each, markerName: null }));
  answerRuns({ ...first, rev: first.rev + 1, passages: moved }, second);
  const reject = queue.getByRole('button', { name: 'Not the pig' });
  await expect.element(reject).toBeVisible();
  reject.element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  await expect.poll(revOfFirst).toBe(first.rev + 1);
  expect(callsOf(VERIFY)).toEqual([]);
  answer(VERIFY, true);
  row('MFL-02')
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: ' ', repeat: true, bubbles: true }));
  await expect.element(row('MFL-02')).toBeVisible();
  expect(callsOf(VERIFY)).toEqual([]);
});

it('[W-243] a key decides nothing about the passage that takes the place of one decided elsewhere', async () => {
  renderQueue();
  await expect.element(row('CLN-01')).toHaveFocus();
  putRuns(second);
  await expect.element(queue.getByText(/Another user has decided/)).toBeVisible();
  await expect.poll(chosen).toBe('MFL-02 at M1');
  await expect.element(row('MFL-02')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(queue.getByText(/Another user has decided/)).not.toBeInTheDocument();
  expect(callsOf(VERIFY)).toEqual([]);
});

it('[W-242] on a phone one passage is shown with two large buttons', async () => {
  await page.viewport(390, 844);
  renderQueue();
  await expect.poll(chosen).toBe('CLN-01 at M1');
  await expect.element(row('MFL-02')).not.toBeInTheDocument();
  await expect.element(queue.getByText('1 of 2')).toBeVisible();
  expect(queue.getByRole('button', { name: 'Not the pig' }).element().getBoundingClientRect().height).toBeGreaterThan(
    39,
  );
  await expectAccessible();
});
