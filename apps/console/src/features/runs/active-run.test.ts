import { plainRun } from '@waymark/domain/run/testing/plain-run';
import { expect, it } from 'vitest';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';
import { findRunOfPig, findRunOnPath, readActiveRuns } from './active-run.ts';

const runs = readActiveRuns([
  trackPlain({ ...plainRun(), runId: 1, groupId: 3, pig: 'CLN-16' }),
  trackPlain({ ...plainRun(), runId: 2, groupId: 4, pig: 'MFL-12', path: { ...plainRun().path, pathId: 8 } }),
]);

it('reads of an active run its path, company, pig and launch', () => {
  expect(runs[0]).toEqual({ runId: 1, groupId: 3, pathId: 1, pig: 'CLN-16', launchTime: '2026-03-01 00:00:00' });
});

it('finds the run on a path, and none on another', () => {
  expect([findRunOnPath(runs, 8)?.runId, findRunOnPath(runs, 9)]).toEqual([2, undefined]);
});

it.each([
  ['CLN-16', 3, 1],
  ['  cln-16 ', 3, 1],
  ['CLN-16', 4, undefined],
  ['CLN-1', 3, undefined],
])('finds by the pig "%s" of company %i the run %s', (pig, groupId, runId) => {
  expect(findRunOfPig(runs, { groupId }, pig)?.runId).toBe(runId);
});
