import { describe, expect, it } from 'vitest';
import { findArea, fromX, toX, toY } from './plot-area.ts';
import { findUp } from './plot-model.ts';
import { listNumberTicks, listTimeTicks, writeClock } from './ticks.ts';
import { fitSpan, spanBetween, toZoomFactor, zoomSpan } from './zoom.ts';

const AT = Date.UTC(2026, 2, 17, 23, 25, 11, 352);
const texts = (from: number, to: number, most: number) => listTimeTicks({ from, to }, most).map(({ text }) => text);

describe('ticks', () => {
  it('ticks of time are round', () => {
    expect(texts(AT - 15_000, AT + 15_000, 6)).toEqual(
      ['23:25:00', '23:25:05', '23:25:10', '23:25:15', '23:25:20', '23:25:25'].slice(0, 6),
    );
    expect(texts(AT - 300, AT + 300, 5)).toEqual(['23:25:11.2', '23:25:11.4', '23:25:11.6']);
  });

  it('ticks of time have as many decimals as their step', () => {
    expect([1000, 200, 50, 5].map((step) => writeClock(AT, step))).toEqual([
      '23:25:11',
      '23:25:11.3',
      '23:25:11.35',
      '23:25:11.352',
    ]);
  });

  it('ticks of numbers are 1, 2 or 5 times a power of ten', () => {
    expect(listNumberTicks({ from: -0.9, to: 0.9 }, 5).map(({ text }) => text)).toEqual(['-0.5', '0', '0.5']);
    expect(listNumberTicks({ from: 0, to: 0.013 }, 7).map(({ text }) => text)).toEqual([
      '0',
      '0.002',
      '0.004',
      '0.006',
      '0.008',
      '0.010',
      '0.012',
    ]);
    expect(listNumberTicks({ from: -90, to: 0 }, 5).map(({ text }) => text)).toEqual(['-80', '-60', '-40', '-20', '0']);
  });
});

describe('zooming', () => {
  const whole = { from: 0, to: 1000 };

  it('zooming keeps the value under the pointer in place', () => {
    expect(zoomSpan(whole, 250, 0.5)).toEqual({ from: 125, to: 625 });
  });

  it('zooming stays within the whole range and above the smallest one', () => {
    expect(fitSpan({ from: -500, to: 1500 }, whole, 10)).toEqual(whole);
    expect(fitSpan({ from: 500, to: 501 }, whole, 10)).toEqual({ from: 495.5, to: 505.5 });
    expect(fitSpan({ from: 999, to: 1000 }, whole, 10)).toEqual({ from: 990, to: 1000 });
    expect(fitSpan({ from: -50, to: 50 }, whole, 10)).toEqual({ from: 0, to: 100 });
  });

  it('zooming by a drag is the same in both directions', () => {
    expect(spanBetween(700, 200)).toEqual(spanBetween(200, 700));
  });

  it('zooming by the wheel is undone by turning it back', () => {
    expect(toZoomFactor(100) * toZoomFactor(-100)).toBeCloseTo(1, 12);
    expect(toZoomFactor(-100)).toBeLessThan(1);
    expect(toZoomFactor(1e6)).toBe(toZoomFactor(300));
  });
});

describe('the plot', () => {
  const area = findArea({ width: 640, height: 300 });
  const across = { from: AT, to: AT + 30_000 };

  it('the plot converts a time to a position and back', () => {
    expect(toX(area, across, across.from)).toBe(area.left);
    expect(toX(area, across, across.to)).toBe(area.right);
    expect(fromX(area, across, toX(area, across, AT + 12_345))).toBeCloseTo(AT + 12_345, 3);
    expect([fromX(area, across, -50), fromX(area, across, 9999)]).toEqual([across.from, across.to]);
  });

  it('the plot places larger values above smaller ones', () => {
    expect(toY(area, { from: -1, to: 1 }, 1)).toBe(area.top);
    expect(toY(area, { from: -1, to: 1 }, -1)).toBe(area.bottom);
  });

  it('the plot area always has a positive size', () => {
    const { left, right, top, bottom } = findArea({ width: 0, height: 0 });
    expect(right > left && bottom > top).toBe(true);
  });

  it('the plot shows all values and 0', () => {
    const line = { name: 'GEO', colour: 'geo', start: 0, step: 1 } as const;
    const { from, to } = findUp([{ ...line, values: [0.5, 1] }]);
    expect(from).toBe(0);
    expect(to).toBeCloseTo(1.08, 9);
    expect(findUp([{ ...line, values: [-120, -10] }], -90).from).toBeCloseTo(-97.2, 9);
  });
});
