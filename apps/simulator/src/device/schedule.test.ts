import { describe, expect, it } from 'vitest';
import { computeJitterMs, computeNextWakeUp, SCHEDULE_MINUTES } from './schedule.ts';

const at = (hour: number, minute: number, second = 0) => Date.UTC(2026, 2, 1, hour, minute, second);
const UID = 100_234;
const JITTER = computeJitterMs(UID);

describe('wake-up schedule', () => {
  it.each([
    [0, at(12, 10), at(12, 30)],
    [1, at(12, 10), at(13, 0)],
    [2, at(12, 10), at(14, 0)],
    [3, at(12, 10), at(16, 0)],
    [4, at(12, 10), at(16, 0)],
    [5, at(12, 10), at(24, 0)],
    [7, at(12, 10), at(24, 0)],
  ])('schedule %i wakes at a UTC multiple plus the jitter', (schedule, now, expected) => {
    expect(computeNextWakeUp(UID, schedule, now)).toBe(expected + JITTER);
  });

  it('a wake-up is in the future, by at most one interval', () => {
    for (const [schedule, minutes] of SCHEDULE_MINUTES.entries()) {
      for (let minute = 0; minute < 300; minute++) {
        const now = at(0, minute, 13);
        const wake = computeNextWakeUp(UID, schedule, now);
        expect(wake).toBeGreaterThan(now);
        expect(wake - now).toBeLessThanOrEqual(minutes * 60_000);
      }
    }
  });

  it('each device keeps its own jitter, below a minute', () => {
    const jitters = Array.from({ length: 50 }, (_, uid) => computeJitterMs(uid + 1));
    expect(jitters.every((jitter) => jitter >= 0 && jitter < 60_000)).toBe(true);
    expect(new Set(jitters).size).toBeGreaterThan(45);
    expect(computeJitterMs(UID)).toBe(JITTER);
  });
});
