import { expect, test } from 'vitest';
import { locateDevice } from './heartbeat-match.ts';

const PASSAGE = { place: { lat: 36, lon: -96 }, altitudeMm: 5000 };
const BEAT = { place: { lat: 36.1, lon: -96.1 }, altitudeMm: null };

test.each([
  ['its heartbeat says', BEAT, BEAT],
  ['the passage says, without a heartbeat', null, PASSAGE],
  ['the passage says, when the heartbeat did not know', { place: { lat: 0, lon: 0 }, altitudeMm: 1 }, PASSAGE],
])('a device stood where %s', (_case, heartbeat, place) => {
  expect(locateDevice(PASSAGE, heartbeat)).toEqual(place);
});
