import { describe, expect, it } from 'vitest';
import { checkMoment, readMoment } from './moment.ts';

describe('a typed time', () => {
  it.each([
    ['2026-03-18 06:07:08', '2026-03-18 06:07:08', '2026-03-18 06:07:08'],
    ['2026-03-18T06:07', '2026-03-18 06:07:00', '2026-03-18 06:07:59'],
    [' 2026-03-18 ', '2026-03-18 00:00:00', '2026-03-18 23:59:59'],
    ['20260318', '2026-03-18 00:00:00', '2026-03-18 23:59:59'],
    ['2026-02-30', null, null],
    ['2026-03', null, null],
    ['2026-03-18 25:00:00', null, null],
    ['yesterday', null, null],
  ])('the range of %j is %j to %j', (text, start, end) => {
    expect([readMoment(text, 'start'), readMoment(text, 'end')]).toEqual([start, end]);
  });

  it('an invalid time is reported, an empty one is not', () => {
    expect([checkMoment('2026-03'), checkMoment('2026-03-18'), checkMoment(' ')]).toEqual(['Invalid date', null, null]);
  });
});
