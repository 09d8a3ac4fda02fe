import { exampleMarkers } from '@waymark/contract/runs/marker';
import { expect, it } from 'vitest';
import { layStrip } from './strip.view.ts';

const [launch, watched, receive] = exampleMarkers;
const markers = [
  launch,
  { ...watched, DistanceFromLaunch: 10 },
  { ...watched, name: 'B', state: 'SKIP', DistanceFromLaunch: 20 },
  { ...receive, DistanceFromLaunch: 40 },
].flatMap((marker) =>
  marker?.name === undefined ? [] : [{ ...exampleMarkers[1], ...marker } as (typeof exampleMarkers)[number]],
);

it('markers stand at their true distances: gone by, to come, skipped', () => {
  expect(layStrip(markers, 40, 5)).toEqual({
    past: 'M0 7H125.0',
    future: 'M125.0 7H1000',
    passed: '',
    ahead: 'M250.0 7h0',
    skipped: 'M500.0 4v6',
    pigShare: 0.125,
  });
  expect(layStrip(markers, 40, 10)).toMatchObject({ passed: 'M250.0 7h0', ahead: '', pigShare: 0.25 });
});

it('a line without length has everything at its beginning', () => {
  expect(layStrip([], 0, 0)).toMatchObject({ past: 'M0 7H0.0', pigShare: 0 });
});
