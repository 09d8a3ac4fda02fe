import { describe, expect, test } from 'vitest';
import { findSlice, findSpan, MOST_ROWS, splitSpan } from './page.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const span = (from: string | null, until: string | null) => ({
  from: from === null ? null : at(from),
  until: until === null ? null : at(until),
});

describe('findSpan', () => {
  test('findSpan includes both dates: the end with its whole second, or its millisecond', () => {
    const [startDate, endDate] = [at('2026-03-18T00:00:00'), at('2026-03-18T23:59:59')];
    expect(findSpan({ startDate, endDate })).toEqual(span('2026-03-18T00:00:00', '2026-03-19T00:00:00'));
    expect(findSpan({ startDate, endDate: endDate + 500 })).toEqual(
      span('2026-03-18T00:00:00', '2026-03-18T23:59:59.501'),
    );
    expect(findSpan({ startDate: undefined, endDate: undefined })).toEqual({ from: null, until: null });
  });

  test('findSpan is empty before 1970', () => {
    expect(findSpan({ startDate: at('1000-01-01T00:00:00'), endDate: at('1969-12-31T23:59:59') })).toEqual({
      from: 0,
      until: 0,
    });
  });
});

test('[W-035] splitSpan names no later day for a start on the last day of year 9999', () => {
  const { days } = splitSpan(findSpan({ startDate: at('9999-12-31T23:59:59') }));
  expect(days).toEqual({ from: '9999-12-31', until: null });
});

test('findSpan treats the end of year 9999 as no limit', () => {
  expect(findSpan({ endDate: at('9999-12-31T23:59:59') })).toEqual({ from: null, until: null });
});

describe('findSlice', () => {
  test.each([
    [1, 15, 40, { offset: 0, limit: 15 }],
    [3, 15, 40, { offset: 30, limit: 10 }],
    [4, 15, 40, { offset: 45, limit: 0 }],
    [1, 15, 0, { offset: 0, limit: 0 }],
    [9, 0, 40, { offset: 0, limit: 40 }],
    [1, 0, MOST_ROWS + 1, { offset: 0, limit: MOST_ROWS }],
  ])('findSlice cuts page %d of %d rows out of %d', (page, rowsPerPage, total, slice) => {
    expect(findSlice({ page, rowsPerPage }, total)).toEqual(slice);
  });
});

describe('splitSpan', () => {
  test.each([
    ['no limits', null, null, { from: null, until: null }, []],
    ['whole days', '2026-03-17T00:00:00', '2026-03-19T00:00:00', { from: '2026-03-17', until: '2026-03-19' }, []],
    [
      'an open end',
      '2026-03-17T06:00:00',
      null,
      { from: '2026-03-18', until: null },
      [['2026-03-17T06:00:00', '2026-03-18T00:00:00']],
    ],
    [
      'an open start',
      null,
      '2026-03-17T06:00:00',
      { from: null, until: '2026-03-17' },
      [['2026-03-17T00:00:00', '2026-03-17T06:00:00']],
    ],
    [
      'cut at both ends',
      '2026-03-17T06:00:00',
      '2026-03-20T18:00:00',
      { from: '2026-03-18', until: '2026-03-20' },
      [
        ['2026-03-17T06:00:00', '2026-03-18T00:00:00'],
        ['2026-03-20T00:00:00', '2026-03-20T18:00:00'],
      ],
    ],
    [
      'inside a day',
      '2026-03-17T06:00:00',
      '2026-03-17T18:00:00',
      null,
      [['2026-03-17T06:00:00', '2026-03-17T18:00:00']],
    ],
    [
      'over one midnight',
      '2026-03-17T23:00:00',
      '2026-03-18T01:00:00',
      null,
      [['2026-03-17T23:00:00', '2026-03-18T01:00:00']],
    ],
    ['from its end on', '2026-03-18T00:00:00', '2026-03-17T00:00:00', null, []],
  ])('splitSpan separates whole days and the rest: %s', (_title, from, until, days, rests) => {
    expect(splitSpan(span(from, until))).toEqual({
      days,
      rests: rests.map(([start = '', end = '']) => span(start, end)),
    });
  });
});
