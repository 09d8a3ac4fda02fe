import { plainRun } from '@waymark/domain/run/testing/plain-run';
import { expect, it } from 'vitest';
import { describeWatchers, keepIfSame } from './watchers.ts';

const run = { ...plainRun(), path: { ...plainRun().path, agms: [1, 2, 3] } };
const places = new Map([
  [1, { uid: 1, lat: 36, lon: -97 }],
  [2, { uid: 2, lat: 0, lon: 0 }],
  [9, { uid: 9, lat: 36, lon: -97 }],
]);
const get = (uid: number) => places.get(uid);

it('each located device that watches an active run has one badge', () => {
  const shown = describeWatchers([run, run], get);
  expect(shown.features.map(({ geometry }) => geometry.coordinates)).toEqual([[-97, 36]]);
  expect(keepIfSame(shown, describeWatchers([run], get))).toBe(shown);
  expect(keepIfSame(shown, describeWatchers([], get)).features).toEqual([]);
});
