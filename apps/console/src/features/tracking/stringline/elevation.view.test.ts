import { expect, it } from 'vitest';
import { drawHeights, listSamples } from './elevation.view.ts';

it('[W-540] the profile has samples from one end of the line to the other', () => {
  const samples = listSamples(60_000);
  expect([samples[0], samples.at(-1)]).toEqual([0, 60_000]);
  expect(samples.length).toBeGreaterThan(100);
});

it('[W-540] the profile is not drawn over a gap', () => {
  const heights = [10, 20, null, 30, null, 40, 50];
  const samples = heights.map((heightM, distanceM) => ({ distanceM, heightM }));
  const same = (value: number) => value;
  expect(drawHeights(samples, same, same)).toEqual(['M0.0 10.0L1.0 20.0', 'M5.0 40.0L6.0 50.0']);
  expect(drawHeights([], same, same)).toEqual([]);
});
