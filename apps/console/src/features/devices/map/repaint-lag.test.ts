import { describe, expect, it } from 'vitest';
import { chooseSpacingMs, RepaintLag } from './repaint-lag.ts';

function startLag() {
  let now = 0;
  let frames: Array<() => void> = [];
  const lag = new RepaintLag({ now: () => now, after: () => () => undefined, nextFrame: (run) => frames.push(run) });
  const drawFrames = (count: number, frameMs: number) => {
    for (let frame = 0; frame < count; frame += 1) {
      now += frameMs;
      const due = frames;
      frames = [];
      for (const run of due) run();
    }
  };
  return { lag, drawFrames };
}

describe('the repaint lag', () => {
  it('the lag is 0 while frames are on time', () => {
    const { lag, drawFrames } = startLag();
    lag.measure();
    drawFrames(3, 16);
    expect(lag.ms).toBe(0);
  });

  it('the lag is the delay of frames, the newest weighted most', () => {
    const { lag, drawFrames } = startLag();
    lag.measure();
    drawFrames(3, 116);
    expect(lag.ms).toBeCloseTo(149, 0);
    lag.measure();
    drawFrames(3, 10);
    expect(lag.ms).toBeCloseTo(74.5, 0);
  });

  it('only one measurement runs at a time', () => {
    const { lag, drawFrames } = startLag();
    lag.measure();
    drawFrames(1, 216);
    lag.measure();
    drawFrames(2, 16);
    expect(lag.ms).toBeCloseTo(99, 0);
    drawFrames(3, 500);
    expect(lag.ms).toBeCloseTo(99, 0);
  });

  it('spaceOut lengthens the interval with the lag, up to a limit', () => {
    expect(chooseSpacingMs(100, 0)).toBe(100);
    expect(chooseSpacingMs(100, 20)).toBe(100);
    expect(chooseSpacingMs(100, 200)).toBe(800);
    expect(chooseSpacingMs(100, 5000)).toBe(1500);
  });
});
