import { describe, expect, it } from 'vitest';
import { createCatchUpClock } from './catch-up-clock.ts';

describe('catch-up clock', () => {
  it('runs fast from its beginning to the present, then at normal speed', () => {
    let real = 100_000;
    const clock = createCatchUpClock(() => real, 10_000, 10);
    const readAt = (at: number) => {
      real = at;
      return clock.now();
    };
    expect(readAt(100_000)).toBe(10_000);
    expect(readAt(105_000)).toBe(60_000);
    expect(clock.computeWaitMs(70_000, 60_000)).toBe(1000);
    expect(readAt(110_000)).toBe(110_000);
    expect(readAt(120_000)).toBe(120_000);
    expect(clock.computeWaitMs(121_000, 120_000)).toBe(1000);
  });
});
