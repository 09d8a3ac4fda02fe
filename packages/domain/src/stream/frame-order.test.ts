import { describe, expect, it } from 'vitest';
import { orderFrame } from './frame-order.ts';

const before = { seq: 100, t: 1_000_000 };
const after = (frames: number, ms: number) => orderFrame(before, { seq: before.seq + frames, t: before.t + ms });

describe('orderFrame', () => {
  it("a following frame is the next one, also if the device's clock is off", () => {
    for (const ms of [960, 959, 1200, 600]) expect(after(1, ms)).toEqual({ type: 'next', rows: 16, lost: 0 });
    expect(after(1, -800)).toEqual({ type: 'next', rows: 16, lost: 0 });
  });

  it('lost frames leave a gap and are counted', () => {
    expect(after(2, 1920)).toEqual({ type: 'next', rows: 32, lost: 1 });
    expect(after(6, 5760)).toEqual({ type: 'next', rows: 96, lost: 5 });
  });

  it('a pause of the stream or new frame numbers count no loss', () => {
    expect(after(1, 60_000)).toEqual({ type: 'next', rows: 1000, lost: 0 });
    expect(after(-90, 1920)).toEqual({ type: 'next', rows: 32, lost: 0 });
    expect(after(65_000, 960)).toEqual({ type: 'next', rows: 16, lost: 0 });
  });

  it('detects a frame that is late or a duplicate', () => {
    expect(after(0, 0)).toEqual({ type: 'late' });
    expect(after(-2, -1920)).toEqual({ type: 'late' });
  });

  it('a clock jump resets the stream', () => {
    expect(after(1, -3_600_000)).toEqual({ type: 'reset' });
    expect(after(1, 4 * 3_600_000)).toEqual({ type: 'reset' });
    expect(after(-100, -20_000)).toEqual({ type: 'reset' });
  });
});
