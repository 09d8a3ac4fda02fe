import { expect, it } from 'vitest';
import { rememberWatched } from './remember-watched.ts';
import { plainRun, withoutAgms, withSeen } from '../testing/plain-run.ts';

it('[W-101] remembers that an AGM stood where the pig has passed, and forgets one that leaves ahead of the pig', () => {
  const run = withSeen(plainRun(), { M2: 200 });
  const carriedOn = rememberWatched(run, withoutAgms(run, 'M1', 'M2', 'M4'));
  const watched = carriedOn.path.markers.map(({ name, wasWatched }) => [name, wasWatched]);
  expect(watched.filter(([, flag]) => flag !== undefined)).toEqual([
    ['M1', true],
    ['M2', true],
  ]);
  expect(rememberWatched(run, run)).toBe(run);
});
