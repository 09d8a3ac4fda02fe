import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listSatelliteWindows, widenToSeconds } from './broadcast-plan.ts';
import { MOST_SATELLITE_S } from './windows.ts';

const at = (time: string) => Date.parse(`2026-03-16T${time}Z`);
const window = (start: string, end: string) => ({ startAt: at(start), endAt: at(end) });
const DAY = window('00:00:00', '23:59:59');

describe('listSatelliteWindows', () => {
  test.each<[string, string[], [string, string][]]>([
    ['a passage is in the middle', ['12:00:00'], [['11:55:00', '12:05:00']]],
    ['a second passage shares the window', ['12:00:00', '12:04:59.900'], [['11:55:00', '12:05:00']]],
    [
      'a window begins where the one before ends',
      ['12:00:00', '12:06:00'],
      [
        ['11:55:00', '12:05:00'],
        ['12:05:00', '12:15:00'],
      ],
    ],
    [
      'far away there is a window in the middle again',
      ['12:00:00', '13:00:00'],
      [
        ['11:55:00', '12:05:00'],
        ['12:55:00', '13:05:00'],
      ],
    ],
    ['the first date cuts', ['00:01:00'], [['00:00:00', '00:10:00']]],
    ['the last date cuts', ['23:59:30'], [['23:54:30', '23:59:59']]],
    ['milliseconds are cut off', ['12:00:00.750'], [['11:55:00', '12:05:00']]],
    [
      'no order is expected',
      ['13:00:00', '12:00:00'],
      [
        ['11:55:00', '12:05:00'],
        ['12:55:00', '13:05:00'],
      ],
    ],
  ])('plans windows: %s', (_, passages, expected) => {
    expect(listSatelliteWindows(passages.map(at), DAY)).toEqual(expected.map(([start, end]) => window(start, end)));
  });

  test('passages outside of the dates have no window', () => {
    expect(listSatelliteWindows([at('11:59:59'), at('13:00:01')], window('12:00:00', '13:00:00'))).toEqual([]);
  });

  test('windows contain every passage between the dates, last at most ten minutes, and do not overlap', () => {
    const instant = fc.integer({ min: 0, max: 4 * 3_600_000 });
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 60 }), instant, instant, (passages, one, other) => {
        fc.pre(one !== other);
        const within = widenToSeconds({ startAt: Math.min(one, other), endAt: Math.max(one, other) });
        const windows = listSatelliteWindows(passages, within);
        const inside = passages.filter((each) => each >= within.startAt && each <= within.endAt);
        expect(
          inside.filter((each) => !windows.some(({ startAt, endAt }) => startAt <= each && each <= endAt)),
        ).toEqual([]);
        for (const [place, { startAt, endAt }] of windows.entries()) {
          expect(
            startAt % 1000 === 0 && endAt % 1000 === 0 && startAt < endAt && endAt - startAt <= MOST_SATELLITE_S * 1000,
          ).toBe(true);
          expect(startAt >= within.startAt && endAt <= within.endAt).toBe(true);
          expect(startAt).toBeGreaterThanOrEqual(windows[place - 1]?.endAt ?? 0);
        }
      }),
    );
  });

  test('dates are widened to whole seconds', () => {
    expect(widenToSeconds({ startAt: 1999, endAt: 2001 })).toEqual({ startAt: 1000, endAt: 3000 });
    expect(widenToSeconds({ startAt: 1000, endAt: 3000 })).toEqual({ startAt: 1000, endAt: 3000 });
  });
});
