import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { msToNextSecond, startSecondTick } from './use-utc-now.ts';

describe('the wait for the next second', () => {
  it.each([
    [0, 1000],
    [1, 999],
    [999, 1],
    [1_773_792_411_250, 750],
    [999.4, 1],
    [-250, 250],
  ])('the wait at %d ms is %d ms', (at, wait) => {
    expect(msToNextSecond(at)).toBe(wait);
  });

  it('the wait ends at a full second from any start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (at) => {
        expect(Math.floor((at + msToNextSecond(at)) / 1000)).toBe(Math.floor(at / 1000) + 1);
      }),
    );
  });
});

describe('the tick of the screens', () => {
  const START = Date.UTC(2026, 2, 18, 0, 0, 1, 250);
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("[T-133] the tick comes at once and then at the start of each second of the server's clock", () => {
    const ticks: number[] = [];
    const stop = startSecondTick(400, (now) => ticks.push(now - START));
    vi.advanceTimersByTime(3000);
    expect(ticks).toEqual([400, 750, 1750, 2750]);
    stop();
    vi.advanceTimersByTime(3000);
    expect(ticks).toHaveLength(4);
  });
});
