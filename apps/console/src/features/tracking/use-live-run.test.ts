import { after, plainRun, withSeen } from '@waymark/domain/run/testing/plain-run';
import { expect, it } from 'vitest';
import type { HeardPosition } from '#/features/runs/heard-positions.ts';
import { trackPlain } from './testing/track-plain.ts';
import { describeLive } from './use-live-run.ts';

// At 10 m/s the pig is at 500 m after 50 s: 50 s to the first marker, and 450 s to the end.
const NOW = after(50);
const tracked = trackPlain();
const position = (change: Partial<HeardPosition> = {}): HeardPosition => ({
  at: NOW,
  place: { lat: 36, lon: -97 },
  speed: 10,
  isPaused: false,
  nextS: 200,
  endS: 900,
  ...change,
});
const etas = (heard: HeardPosition | undefined, now = NOW) => {
  const { nextS, endS } = describeLive(tracked, heard, now).etas;
  return [Math.round(nextS), Math.round(endS)];
};

it('without a word of the server the console estimates the arrival itself', () => {
  expect(etas(undefined)).toEqual([50, 450]);
  expect(etas(undefined, after(60))).toEqual([40, 440]);
});

it('what the server says counts, and is counted on each second', () => {
  expect(etas(position())).toEqual([200, 900]);
  expect(etas(position(), after(55))).toEqual([195, 895]);
});

it('what the server said ten seconds ago no longer counts', () => {
  expect(etas(position(), after(59))).toEqual([191, 891]);
  expect(etas(position(), after(60))).toEqual([40, 440]);
});

it('a server that agrees within two seconds does not make the seconds jump', () => {
  expect(etas(position({ nextS: 52, endS: 448 }))).toEqual([50, 450]);
  expect(etas(position({ nextS: 53, endS: 450 }))).toEqual([53, 450]);
});

it('an arrival that is due stays due, and none stays none', () => {
  expect(etas(position({ nextS: 3, endS: 900 }), after(55))).toEqual([0, 895]);
  expect(etas(position({ nextS: -1, endS: 900 }), after(55))).toEqual([-1, 895]);
});

it('the seconds of a paused pig stand still', () => {
  const paused = describeLive(tracked, position({ isPaused: true, nextS: -1, endS: -1 }), after(55));
  expect(paused.etas).toEqual({ isPaused: true, nextS: -1, endS: -1 });
});

it('a run on its way has its estimate at the given second', () => {
  const seen = trackPlain(withSeen(plainRun(), { M1: 100 }));
  expect(describeLive(seen, undefined, after(150)).estimate.nextEtaS).toBeCloseTo(50, 0);
  expect(describeLive(seen, undefined, after(150)).now).toBe(after(150));
});
