import { describe, expect, it } from 'vitest';
import { DEFAULT_SPAN, POINTS, REFRESH_MS, RING_POINTS, SPANS, stepOf, WELD_COUNT_REFRESH_MS } from './spans.ts';
import { StreamMemory } from './memory/stream-memory.ts';
import { CHANNELS } from './frame.ts';

describe('SPANS', () => {
  it('[S-005, S-006, S-007] the spans are six, from 5 seconds to 30 minutes; the default is a minute', () => {
    expect(SPANS.map(({ label }) => label)).toEqual([
      '5 Seconds',
      '30 Seconds',
      '1 Minute',
      '5 Minutes',
      '10 Minutes',
      '30 Minutes',
    ]);
    expect(SPANS.map(({ seconds }) => seconds)).toEqual([5, 30, 60, 300, 600, 1800]);
    expect(DEFAULT_SPAN).toBe(60);
  });

  it('[S-105] each span has a thousand steps', () => {
    expect(SPANS.map(({ seconds }) => stepOf(seconds))).toEqual([0.005, 0.03, 0.06, 0.3, 0.6, 1.8]);
  });

  it('[S-106] each span has a ring of 5,760 points for each of the 53 channels', () => {
    const memory = new StreamMemory();
    for (const { seconds } of SPANS)
      for (const channel of [0, CHANNELS - 1]) expect(memory.em.of(seconds).open(channel)).toHaveLength(5760);
    expect([RING_POINTS, CHANNELS, memory.em.of(60).open(CHANNELS).length]).toEqual([5760, 53, 0]);
  });

  it('plots have 1,016 points and refresh every 150 ms, the weld count every 2 s', () => {
    expect([POINTS, REFRESH_MS, WELD_COUNT_REFRESH_MS]).toEqual([1016, 150, 2000]);
  });
});
