import { expect, test } from 'vitest';
import { describeBatteryTrend, describePassageTrend, describeSignalTrend, shapeTrend } from './trend.view.ts';

test('[W-160] a trend spans from the least value at the bottom to the greatest at the top, with its gaps', () => {
  const [first, second, ...more] = shapeTrend([8000, 8500, null, 8250]) ?? [];
  expect(more).toEqual([]);
  expect(first?.points.map(([, y]) => y)).toEqual([14.5, 1.5]);
  expect(second?.points).toEqual([[62.5, 8]]);
});

test('a flat trend is drawn in the middle, and one without values is null', () => {
  expect(shapeTrend([5, 5])?.[0]?.points.map(([, y]) => y)).toEqual([8, 8]);
  expect(shapeTrend([null, null])).toBeNull();
});

test('a trend is described in words', () => {
  expect(describeBatteryTrend([8210, null, 8620])).toBe('Battery of the last 24 hours: 8.21 V to 8.62 V');
  expect(describeSignalTrend([-85])).toBe('Signal of the last 24 hours: -85 dBm');
  expect([describePassageTrend([0, 1]), describePassageTrend([1000, 2])]).toEqual([
    '1 passage in the last 14 days',
    '1,002 passages in the last 14 days',
  ]);
});
