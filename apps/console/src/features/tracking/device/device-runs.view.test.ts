import { changeMarker } from '@waymark/domain/run/changes/changes';
import { placeAt, plainRun, withoutAgms } from '@waymark/domain/run/testing/plain-run';
import { moveFrom } from '@waymark/domain/geo/great-circle';
import { expect, it } from 'vitest';
import { listRunsOfDevice } from './device-runs.view.ts';

const bare = withoutAgms(plainRun(), 'M1', 'M2', 'M3', 'M4');
const run = { ...bare, path: { ...bare.path, agms: [7] } };
const linked = changeMarker(run, 'M2', { linkedUid: 7 });

it('[D-006, D-007] a device lists the runs that it watches, and its linked marker', () => {
  expect(listRunsOfDevice([run], { uid: 8, lat: null, lon: null })).toEqual([]);
  expect(listRunsOfDevice([run], { uid: 7, lat: null, lon: null })).toMatchObject([
    { runId: 1, pig: 'MFL-12', marker: null },
  ]);
  if (!linked.ok) throw new Error(linked.failure.code);
  expect(listRunsOfDevice([linked.value], { uid: 7, lat: null, lon: null })).toMatchObject([
    { marker: { name: 'M2' } },
  ]);
});

it('[D-029] a device lists the markers within the auto-link distance', () => {
  const near = moveFrom(placeAt(1000), 90, 34);
  expect(
    listRunsOfDevice([run], { uid: 7, ...near })[0]?.near.map(
      ({ name, distanceM }) => `${name} ${Math.round(distanceM)}`,
    ),
  ).toEqual(['M1 34']);
  const far = moveFrom(placeAt(1000), 90, 134);
  expect(listRunsOfDevice([run], { uid: 7, ...far })[0]).toMatchObject({ near: [], linkDistanceM: 100 });
});
