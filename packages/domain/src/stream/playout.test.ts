import { describe, expect, it } from 'vitest';
import { FRAME_MS } from './frame.ts';
import { LAG_MS, Playout } from './playout.ts';

const REFRESH_MS = 150;

/** Plays frames that arrive at these times and returns the shown time at each refresh. */
function play(arrivals: readonly number[], untilMs: number): { readonly now: number; readonly at: number | null }[] {
  const playout = new Playout();
  return Array.from({ length: untilMs / REFRESH_MS }, (_, refresh) => {
    const now = refresh * REFRESH_MS;
    const arrived = arrivals.filter((arrival) => arrival <= now).length;
    playout.advance(now, arrived === 0 ? null : arrived * FRAME_MS);
    return { now, at: playout.at };
  });
}

const listSteps = (shown: readonly { readonly at: number | null }[]) =>
  shown.slice(1).map(({ at }, index) => (at ?? 0) - (shown[index]?.at ?? 0));

describe('Playout', () => {
  it('plays evenly although frames arrive in blocks and slightly out of time', () => {
    const arrivals = Array.from({ length: 30 }, (_, frame) => frame * FRAME_MS + (frame % 3) * 50);
    const shown = play(arrivals, 28_500).filter(({ at }) => at !== null);
    for (const step of listSteps(shown)) expect(step).toBeCloseTo(REFRESH_MS, 6);
  });

  it('never passes the newest sample and never goes back, whatever the frames do', () => {
    const arrivals = [0, 960, 5000, 5000, 5001, 5900, 12_000, 12_100, 12_200, 12_300, 12_400, 12_500, 12_600];
    const shown = play(arrivals, 18_000);
    for (const { now, at } of shown)
      expect(at ?? 0).toBeLessThanOrEqual(arrivals.filter((arrival) => arrival <= now).length * FRAME_MS);
    for (const step of listSteps(shown)) expect(step).toBeGreaterThanOrEqual(0);
  });

  it('stalls once for a late frame, and not for later ones', () => {
    const lateMs = new Map([
      [5, 700],
      [9, 500],
      [13, 500],
    ]);
    const shown = play(
      Array.from({ length: 20 }, (_, frame) => frame * FRAME_MS + (lateMs.get(frame) ?? 0)),
      17_000,
    );
    const stalls = shown
      .slice(1)
      .filter(({ at }, index) => Math.abs((at ?? 0) - (shown[index]?.at ?? 0) - REFRESH_MS) > 1);
    expect(stalls.length).toBeGreaterThan(0);
    for (const { now } of stalls) expect(now).toBeLessThan(7 * FRAME_MS);
  });

  it('speeds up slightly when a second late, and skips when five seconds late', () => {
    const playout = new Playout();
    playout.advance(0, 10_000);
    playout.advance(REFRESH_MS, 12_500);
    expect(playout.at).toBeCloseTo(10_000 - LAG_MS + 1.05 * REFRESH_MS, 6);
    playout.advance(2 * REFRESH_MS, 20_000);
    expect(playout.at).toBe(20_000 - LAG_MS);
  });
});
