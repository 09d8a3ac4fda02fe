import { writeRunChange } from '@waymark/contract/runs/run-change';
import type { Run } from '@waymark/domain/run/run';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, refuse } from '#/testing/fake-server.ts';
import { useOnline } from '#/live/online-store.ts';
import { hear } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { useFinished } from './finished-store.ts';
import { useHeardPositions } from './heard-positions.ts';
import { loadRuns, startRuns } from './runs.loading.ts';
import { findTracked, useRuns } from './runs-store.ts';
import { answerRuns, makeRun, writeText } from './testing/run-fixtures.ts';

const RUNS = 'GET /pigrun';
const first = makeRun({ runId: 1, rev: 7, pig: 'CLN-01' });
const second = makeRun({ runId: 2, rev: 3, pig: 'MFL-02' });

const listed = () => useRuns.getState().runs.map(({ run }) => `${run.pig} ${run.rev}`);

async function expectRuns(...runs: readonly string[]): Promise<void> {
  await expect.poll(() => listed().toSorted()).toEqual(runs);
}

function Runs() {
  const queryClient = useQueryClient();
  useEffect(() => startRuns(queryClient), [queryClient]);
  return null;
}

async function showRuns(...runs: readonly Run[]): Promise<void> {
  answerRuns(...runs);
  render(<Runs />);
  await expect.poll(() => useRuns.getState().isLoaded).toBe(true);
}

const changed = (run: Run, change: Partial<Run>): Run => ({ ...run, rev: run.rev + 1, ...change });

/** The event of a change, as the server sends it. */
const send = (before: Run | null, after: Run) =>
  hear('ReceivePigRunUpdate', {
    runId: after.runId,
    messagegName: 'RunUpdated',
    rev: after.rev,
    change: writeRunChange(before, after, Date.now()),
  });

it('takes a change from its event, without another call', async () => {
  await showRuns(first, second);
  send(first, changed(first, { pig: 'CLN-77' }));
  await expectRuns('CLN-77 8', 'MFL-02 3');
  expect(callsOf(RUNS).length).toBe(1);
});

it('takes a run that it does not have from the event that has all of it', async () => {
  await showRuns(first);
  send(null, second);
  await expectRuns('CLN-01 7', 'MFL-02 3');
  expect(callsOf(RUNS).length).toBe(1);
});

it('reads the run again if the change builds on a revision that it does not have', async () => {
  await showRuns(first);
  const lost = changed(first, { pig: 'CLN-08' });
  answerRuns(changed(lost, { pig: 'CLN-09' }));
  send(lost, changed(lost, { pig: 'CLN-09' }));
  await expectRuns('CLN-09 9');
  expect(callsOf(RUNS).at(-1)?.query).toMatchObject({ runId: 1 });
});

it('ignores the event of a revision that it has', async () => {
  await showRuns(first);
  hear('ReceivePigRunUpdate', { runId: 1, messagegName: 'RunUpdated', rev: 7 });
  send(null, second);
  await expectRuns('CLN-01 7', 'MFL-02 3');
  expect(callsOf(RUNS).length).toBe(1);
});

it('removes a run that another user has taken away from the viewer', async () => {
  await showRuns(first, second);
  answerRuns(second);
  hear('ReceivePigRunUpdate', { runId: 1, messagegName: 'RunUpdated' });
  await expectRuns('MFL-02 3');
});

it('a completed run leaves, and the answer of an earlier call does not bring it back', async () => {
  await showRuns(first, second);
  const held = holdAnswer(RUNS);
  const load = loadRuns();
  hear('ReceivePigRunUpdate', { runId: 1, messagegName: 'RunCompleted', rev: 8 });
  await expectRuns('MFL-02 3');
  held.answer([writeText(first), writeText(second)]);
  await load;
  await expectRuns('MFL-02 3');
});

it('a deleted run leaves, and is not requested again as a completed one', async () => {
  await showRuns(first);
  hear('ReceivePigRunUpdate', { runId: 1, messagegName: 'RunDeleted' });
  await expectRuns();
  expect([...useFinished.getState().gone]).toEqual([1]);
});

it('loads all runs for the first event if it has none, as others may be missing too', async () => {
  await showRuns();
  answerRuns(first, second);
  hear('ReceivePigRunUpdate', { runId: 1, messagegName: 'RunCreated' });
  await expectRuns('CLN-01 7', 'MFL-02 3');
  expect(callsOf(RUNS).at(-1)?.query).not.toHaveProperty('runId');
});

const position = {
  messagegName: 'UpdateLocationV2',
  lat: 36.1,
  lon: -97,
  serverTime: '2026-03-18 08:00:00.000',
  nextETA: '60',
  completeETA: '600',
  speed: 2,
} as const;
const heardRuns = () => [...useHeardPositions.getState().byRun.keys()];

it('stores positions of runs that it has, and forgets that of a run that changes', async () => {
  await showRuns(first, second);
  for (const runId of [1, 2, 99]) hear('ReceivePigRunUpdate', { runId, ...position });
  await expect.poll(heardRuns).toEqual([1, 2]);
  send(first, changed(first, { pig: 'CLN-77' }));
  await expect.poll(heardRuns).toEqual([2]);
});

it('a run that cannot be read again stays as it is, and a notice says so', async () => {
  await showRuns(first);
  expectLogged(/^ApiError/);
  refuse(RUNS, 'internal-error');
  hear('ReceivePigRunUpdate', { runId: 1, messagegName: 'PassageVerified' });
  await expect.element(page.getByText('A run was not read anew')).toBeVisible();
  expect(findTracked(1)?.run.rev).toBe(7);
});

it('a failed load is known, and the next one makes it good', async () => {
  refuse(RUNS, 'internal-error');
  expectLogged(/^ApiError/);
  render(<Runs />);
  await expect.poll(() => useRuns.getState().error?.message).toMatch(/./);
  answerRuns(first);
  await loadRuns();
  expect(useRuns.getState()).toMatchObject({ isLoaded: true, error: null });
});

it('loads nothing without the server, and keeps the last known runs', async () => {
  await showRuns(first);
  useOnline.setState(({ online }) => ({ online: { ...online, hasServer: false } }));
  await loadRuns();
  expect(callsOf(RUNS).length).toBe(1);
  expect(listed()).toEqual(['CLN-01 7']);
});

it('leaves no runs for the next user', async () => {
  answer(RUNS, [writeText(first)]);
  const { unmount } = render(<Runs />);
  await expectRuns('CLN-01 7');
  unmount();
  expect(useRuns.getState()).toMatchObject({ runs: [], isLoaded: false });
});
