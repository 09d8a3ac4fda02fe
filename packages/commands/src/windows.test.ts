import { describe, expect, test } from 'vitest';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { describeDownloadFault, describeSatelliteWindowFault, findWindowFault, readWindow } from './windows.ts';

const START_AT = Date.UTC(2026, 2, 16, 9, 40);
const START = '2026-03-16 09:40:00';
const after = (seconds: number) => formatUtcSecond(START_AT + seconds * 1000);

describe('time range', () => {
  test('[C-093] a range is read as UTC', () => {
    expect(readWindow(START, '2026-03-16 09:42:00')).toEqual({ startAt: START_AT, endAt: START_AT + 120_000 });
  });

  test.each([
    ['no start', '', after(1)],
    ['a start that rolls over', '2026-02-30 09:40:00', after(1)],
    ['no end', START, 'soon'],
    ['an end without a time', START, '2026-03-17'],
    ['an end that rolls over', START, '2026-03-16 24:00:00'],
    ['two equal dates', START, START],
    ['the end before the start', after(1), START],
  ])('a range with %s is invalid', (_, start, end) => {
    expect(readWindow(start, end)).toBeNull();
    expect(findWindowFault(start, end, null)).toBe('not-a-window');
  });

  test('a range may have any length up to its limit, if there is one', () => {
    expect(findWindowFault(START, after(40 * 86_400), null)).toBeNull();
    expect(findWindowFault(START, after(120), 120)).toBeNull();
    expect(findWindowFault(START, after(121), 120)).toBe('window-too-long');
  });
});

describe('describeDownloadFault', () => {
  const BAD_START = 'The specified start date/time is not valid.';
  const BAD_END = 'The specified end date/time is not valid.';
  const BAD_ORDER = 'The specified start date/time must be before the end date/time.';
  const TOO_LONG = 'A raw data download request is limited to a two minute maximum interval.';

  test.each<[string, string, string, boolean, string | null]>([
    ['[C-094] an invalid start', '2026-03-16 9:40', after(60), true, BAD_START],
    ['[C-094] two invalid dates: the start first', 'x', 'y', false, BAD_START],
    ['[C-095] an invalid end', START, '', false, BAD_END],
    ['[C-096] two equal dates', START, START, false, BAD_ORDER],
    ['[C-096] the end before the start, however far', after(9999), START, true, BAD_ORDER],
    ['[C-097] 121 s of raw recording', START, after(121), true, TOO_LONG],
    ['[C-097] 120 s of raw recording', START, after(120), true, null],
    ['121 s of anything else', START, after(121), false, null],
    ['one second', START, after(1), true, null],
  ])('describes the fault of %s', (_, start, end, isRaw, expected) => {
    expect(describeDownloadFault(start, end, isRaw)).toBe(expected);
  });
});

describe('describeSatelliteWindowFault', () => {
  const MESSAGE =
    'The specified start date/time must be before the end date/time with a maximum interval of 10 minutes.';

  test.each<[string, string, string, string | null]>([
    ['[C-099] ten minutes', START, after(600), null],
    ['[C-099] [C-100] a second more', START, after(601), MESSAGE],
    ['[C-099] [C-100] two equal dates', START, START, MESSAGE],
    ['[C-100] the end before the start', after(60), START, MESSAGE],
    ['[C-100] an invalid date', START, 'soon', MESSAGE],
  ])('describes the fault over satellite of %s', (_, start, end, expected) => {
    expect(describeSatelliteWindowFault(start, end)).toBe(expected);
  });
});
