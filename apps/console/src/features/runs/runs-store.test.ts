import { after, plainRun } from '@waymark/domain/run/testing/plain-run';
import type { Run } from '@waymark/domain/run/run';
import { afterEach, expect, it } from 'vitest';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';
import { dropEnded, dropRun, findRevision, findTracked, forgetRuns, putAll, putRun, useRuns } from './runs-store.ts';

const track = (runId: number, change: Partial<Run> = {}) => trackPlain({ ...plainRun(), runId, ...change });
const ids = () => useRuns.getState().runs.map(({ run }) => run.runId);

afterEach(forgetRuns);

it('active runs are in the order of their launches, newest first, those not launched in front', () => {
  putRun(track(1, { launchAt: after(10) }));
  putRun(track(2, { launchAt: after(30) }));
  putRun(track(3, { launchAt: null }));
  putRun(track(4, { launchAt: after(20) }));
  expect(ids()).toEqual([3, 2, 4, 1]);
});

it('active runs have the later number in front if they were launched together', () => {
  putRun(track(1));
  putRun(track(2));
  expect(ids()).toEqual([2, 1]);
});

it('active runs take a newer revision of a run, and keep the run before the same or an older one', () => {
  putRun(track(1, { rev: 5, pig: 'five' }));
  putRun(track(1, { rev: 5, pig: 'again' }));
  putRun(track(1, { rev: 4, pig: 'four' }));
  expect(findTracked(1)?.run.pig).toBe('five');
  putRun(track(1, { rev: 6, pig: 'six' }));
  expect([ids(), findTracked(1)?.run.pig]).toEqual([[1], 'six']);
});

it('active runs do not get a run back that has ended, by an answer that was on its way', () => {
  putRun(track(1, { rev: 5 }));
  dropEnded(1, 6);
  putRun(track(1, { rev: 6 }));
  expect(ids()).toEqual([]);
  putAll([track(1, { rev: 5 }), track(2)]);
  expect(ids()).toEqual([2]);
});

it('active runs get a run back that was restored after its end', () => {
  dropEnded(1, 6);
  putRun(track(1, { rev: 7 }));
  expect(ids()).toEqual([1]);
});

it('active runs never get a deleted run back', () => {
  putRun(track(1));
  dropEnded(1);
  putRun(track(1, { rev: 1_000_000 }));
  expect(ids()).toEqual([]);
});

it('active runs get a run back that the user could not see for a while', () => {
  putRun(track(1));
  dropRun(1);
  expect([ids(), findRevision(1)]).toEqual([[], undefined]);
  putRun(track(1));
  expect(ids()).toEqual([1]);
});

it('active runs know the last revision of a run, active or ended', () => {
  putRun(track(1, { rev: 5 }));
  expect(findRevision(1)).toBe(5);
  dropEnded(1, 6);
  expect([findRevision(1), findRevision(2)]).toEqual([6, undefined]);
});

it('active runs are loaded, without the failure before, once the server has listed them', () => {
  useRuns.setState({ error: new Error('away') });
  putAll([]);
  expect(useRuns.getState()).toMatchObject({ isLoaded: true, error: null, runs: [] });
});

it('active runs give a device the zone of the first line that it watches', () => {
  const { path } = plainRun();
  putAll([
    track(1, { path: { ...path, agms: [1, 2], timeZone: 'America/Chicago' } }),
    track(2, { path: { ...path, agms: [2, 3], timeZone: 'America/Denver' } }),
  ]);
  expect([1, 2, 3, 4].map((uid) => useZoneStore.getState().findDeviceZone(uid))).toEqual([
    'America/Chicago',
    'America/Chicago',
    'America/Denver',
    undefined,
  ]);
});
