import { after, placeAt, plainRun, withoutAgms } from '@waymark/domain/run/testing/plain-run';
import { describe, expect, it } from 'vitest';
import type { HeardPosition } from '#/features/runs/heard-positions.ts';
import { trackPlain } from '../testing/track-plain.ts';
import { knowTracked, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { findDrawnBand, findPigDistance } from './pig-place.ts';

const tracked = trackPlain(plainRun());
const hear = (seconds: number, drawnM: number, speed = 10): HeardPosition => ({
  at: after(seconds),
  place: placeAt(drawnM),
  speed,
  isPaused: speed === 0,
  nextS: 10,
  endS: 100,
});

const at = (seconds: number, heard?: HeardPosition) =>
  Math.round(findPigDistance(tracked, heard, knowTracked(tracked, after(seconds)), after(seconds)));
const findBand = (of: TrackedRun, now: number) => findDrawnBand(of, knowTracked(of, now), now);

describe('the drawn place of the pig', () => {
  it('[T-001] the pig is drawn at its estimated place', () => {
    expect([at(0), at(100)]).toEqual([0, 1000]);
    expect(at(102, hear(100, 1000))).toBe(1020);
  });

  it('[W-106] an overdue pig is drawn at the edge of the stretch to search, whatever the server says', () => {
    expect([at(10_000), at(10_000, hear(9999, 5000))]).toEqual([2000, 2000]);
    expect(findBand(tracked, after(10_000))).toEqual({ fromM: 0, toM: expect.closeTo(2000, 0) });
  });

  it("[T-129] the pig is drawn at the server's place if that differs widely, and moves on from there", () => {
    expect(at(102, hear(100, 3000))).toBe(3020);
    expect(at(102, hear(100, 3000, 0))).toBe(3000);
    expect(at(120, hear(100, 3000))).toBe(1200);
  });
});

describe('the band of possible places', () => {
  it('the band lies around the estimated place, and widens with the time since the last detection', () => {
    const unwatched = trackPlain(withoutAgms(plainRun(), 'M1', 'M2', 'M3', 'M4'));
    const [early, late] = [findBand(unwatched, after(100)), findBand(unwatched, after(300))];
    expect(early && early.fromM < 1000 && early.toM > 1000).toBe(true);
    expect(late && late.fromM < 3000 && late.toM > 3000).toBe(true);
    expect((late?.toM ?? 0) - (late?.fromM ?? 0)).toBeGreaterThan((early?.toM ?? 0) - (early?.fromM ?? 0));
  });

  it('there is no band before the launch, nor for a pig that does not move', () => {
    expect(findBand(tracked, after(-5))).toBeNull();
    const standing = trackPlain({ ...plainRun(), edit: { at: after(50), place: placeAt(500), speed: 0 } });
    expect(findBand(standing, after(100))).toBeNull();
  });
});
