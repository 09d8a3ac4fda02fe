import { describe, expect, it } from 'vitest';
import { addSample, estimateOffset, hasClockJumped, parseServerTime, type ClockSample } from './clock-store.ts';

const sample = (sentAt: number, tripMs: number, offset: number): ClockSample => ({
  sentAt,
  receivedAt: sentAt + tripMs,
  serverAt: sentAt + tripMs / 2 + offset,
});

describe("the server's clock", () => {
  it("the server's time is parsed from the 26 characters of a database date", () => {
    expect(parseServerTime('2026-03-18 00:06:51.204118')).toBe(Date.UTC(2026, 2, 18, 0, 6, 51, 204));
    expect(parseServerTime('2026-02-30 00:06:51.204118')).toBeNull();
    expect(parseServerTime('soon')).toBeNull();
  });

  it('the offset is 0 before the first sample', () => {
    expect(estimateOffset([])).toBe(0);
  });

  it('the offset assumes the answer in the middle of the round trip', () => {
    expect(estimateOffset([{ sentAt: 1000, receivedAt: 1400, serverAt: 61_200 }])).toBe(60_000);
  });

  it('the offset uses the sample with the shortest round trip', () => {
    const slow = { sentAt: 0, receivedAt: 4000, serverAt: 100 };
    expect(estimateOffset([slow, sample(10_000, 20, -500), slow])).toBe(-500);
  });

  it('the offset uses only the last eight samples', () => {
    const samples = Array.from({ length: 10 }, (_, index) => sample(index, 10, index)).reduce<readonly ClockSample[]>(
      addSample,
      [],
    );
    expect(samples.map(({ sentAt }) => sentAt)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe("a jump of this machine's clock", () => {
  const before = [sample(0, 40, 0)];

  it('a jump is detected by an answer that no longer fits', () => {
    expect(hasClockJumped(before, sample(10_000, 40, 3_600_000))).toBe(true);
  });

  it('a jump is not inferred from a slow answer', () => {
    expect(hasClockJumped(before, { sentAt: 10_000, receivedAt: 18_000, serverAt: 10_050 })).toBe(false);
    expect(hasClockJumped([], sample(0, 40, 3_600_000))).toBe(false);
  });
});
