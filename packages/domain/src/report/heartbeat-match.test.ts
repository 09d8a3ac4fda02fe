import { expect, test } from 'vitest';
import { locateDevice } from './heartbeat-match.ts';

const PASSAGE = { place: { lat: 36, lon: -96 }, altitudeMm: 5000 };
const BEAT = { place: { lat: 36.1, lon: -96.1 }, altitudeMm: null };

test.each([
  ['its heartbeat reports', BEAT, BEAT],
  ['the passage reports if there is no heartbeat', null, PASSAGE],
  ['the passage reports if the heartbeat has no place', { place: { lat: 0, lon: 0 }, altitudeMm: 1 }, PASSAGE],
])('a device stood where %s', (_case, heartbeat, place) => {
  expect(locateDevice(PASSAGE, heartbeat)).toEqual(place);
});
