import { changeMarker } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { beforeEach, expect, it } from 'vitest';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, loseConnection, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { callForRun, changeRun, NOTIFICATIONS_FAILURE } from './change-run.ts';
import { dropEnded, findTracked } from './runs-store.ts';
import { answerRuns, makeRun, putRuns } from './testing/run-fixtures.ts';

const SAVE = 'POST /pigrun/add/';
const run = makeRun({ runId: 1, rev: 7 });
const noteOf = (changed: Run | undefined) => changed?.path.markers.find(({ name }) => name === 'M1')?.note;
const write = (note: string) => changeRun(1, (before) => changeMarker(before, 'M1', { note }));

function rename(before: Run, note: string): Run {
  const outcome = changeMarker(before, 'M1', { note });
  if (!outcome.ok) throw new Error('refused');
  return { ...outcome.value, rev: before.rev + 1 };
}

beforeEach(() => {
  render(null);
  putRuns(run);
});

it('a change is done once the console has the run with it', async () => {
  answer(SAVE, { runId: 1 });
  answerRuns(rename(run, 'Valve'));
  await write('Valve');
  expect(callsOf(SAVE)[0]?.body.markers).toContain('"Valve"');
  expect([noteOf(findTracked(1)?.run), findTracked(1)?.run.rev]).toEqual(['Valve', 8]);
});

it('a change that the rules refuse is said in words, and not sent', async () => {
  await expect(changeRun(1, (before) => changeMarker(before, 'Gone', { note: 'x' }))).rejects.toThrow(/Gone/);
  expect(callsOf(SAVE)).toEqual([]);
});

it('a change of a run that has ended meanwhile is not sent', async () => {
  dropEnded(1, 8);
  await expect(write('Valve')).rejects.toThrow('Unable to update Pig Run');
  expect(callsOf(SAVE)).toEqual([]);
});

it('a change that the server refuses tells why, with the log id, and reads all runs again', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'internal-error', { detail: 'The disk is full.' });
  answerRuns(rename(run, 'Of another user'));
  await expect(write('Valve')).rejects.toMatchObject({
    message: expect.stringMatching(/^Unable to update Pig Run\. .+/) as unknown,
    logId: LOG_ID,
  });
  expect(noteOf(findTracked(1)?.run)).toBe('Of another user');
});

it('a change that does not reach the server keeps the run as it was', async () => {
  expectLogged(/cannot be reached/);
  loseConnection(SAVE);
  loseConnection('GET /pigrun');
  await expect(write('Valve')).rejects.toThrow(/^Unable to update Pig Run\. .*cannot be reached/);
  expect(noteOf(findTracked(1)?.run)).toBe('');
});

it('two changes one after the other both build on the last known run', async () => {
  answer(SAVE, { runId: 1 });
  const once = rename(run, 'One');
  answerRuns(once);
  await write('One');
  answerRuns(rename(once, 'Two'));
  await write('Two');
  expect(callsOf(SAVE).map(({ body }) => body.rev)).toEqual([7, 8]);
});

it('a run that ends while a change is on its way is not shown again', async () => {
  const held = holdAnswer(SAVE);
  const saved = write('Valve');
  await expect.poll(() => callsOf(SAVE).length).toBe(1);
  dropEnded(1, 9);
  answerRuns();
  held.answer({ runId: 1 });
  await saved;
  expect(findTracked(1)).toBeUndefined();
});

it('a call of its own gets the text of the run, and its failure has its own words', async () => {
  expectLogged(/^Error: away/);
  const pigs: string[] = [];
  const failing = callForRun(1, NOTIFICATIONS_FAILURE, ({ pig }) => {
    pigs.push(pig);
    return Promise.reject(new Error('away'));
  });
  await expect(failing).rejects.toThrow('Unable to update Pig Run notifications. away');
  expect(pigs).toEqual([run.pig]);
});
