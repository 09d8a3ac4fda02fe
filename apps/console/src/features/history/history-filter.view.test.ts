import { describe, expect, it } from 'vitest';
import { EMPTY_FILTER_FORM, filterChecks, isFiltered, isWithin, readEdge, readFilter } from './history-filter.view.ts';

describe('a typed date', () => {
  it.each([
    ['2026-03-18', '2026-03-18 00:00:00', '2026-03-18 23:59:59'],
    [' 20260318 ', '2026-03-18 00:00:00', '2026-03-18 23:59:59'],
    ['2026-03-18 06:07:08', '2026-03-18 06:07:08', '2026-03-18 06:07:08'],
    ['20260318060708', '2026-03-18 06:07:08', '2026-03-18 06:07:08'],
  ])('[H-039, H-041] the date %j begins at %j and ends at %j', (text, from, to) => {
    expect([readEdge(text, 'from'), readEdge(text, 'to')]).toEqual([from, to]);
  });

  it.each(['2026-03', '2026-03-18 06', '2026-03-18 06:07', '202603180607080', 'yesterday', ''])(
    '[H-061] the date %j has a wrong number of digits',
    (text) => {
      expect(readEdge(text, 'from')).toBeNull();
    },
  );

  it.each(['2026-02-30', '2026-13-01', '2026-02-29 00:00:00', '2026-03-18 24:00:00', '2026-03-18 00:60:00'])(
    '[H-062] the date %j does not exist',
    (text) => {
      expect(readEdge(text, 'to')).toBeNull();
    },
  );
});

describe('the filter', () => {
  it('explains what is wrong with a date, and accepts an empty one', () => {
    expect([filterChecks.from('2026-02-30'), filterChecks.from(' '), filterChecks.to('x', EMPTY_FILTER_FORM)]).toEqual([
      'Invalid date',
      null,
      'Invalid date',
    ]);
    expect(filterChecks.to('2026-03-17', { from: '2026-03-18', to: '2026-03-17' })).toBe('From is after To');
    expect(filterChecks.to('2026-03-18', { from: '2026-03-18', to: '2026-03-18' })).toBeNull();
  });

  it('requests only the given ends', () => {
    expect(readFilter({ from: '2026-03-08', to: '2026-03-18' })).toEqual({
      startDate: '2026-03-08 00:00:00',
      endDate: '2026-03-18 23:59:59',
    });
    expect(readFilter({ from: '', to: '2026-03-18' })).toEqual({ endDate: '2026-03-18 23:59:59' });
    expect([isFiltered(readFilter(EMPTY_FILTER_FORM)), isFiltered(readFilter({ from: '', to: '2026-03-18' }))]).toEqual(
      [false, true],
    );
  });

  it('[H-040] the range includes both ends', () => {
    const filter = readFilter({ from: '2026-03-08', to: '2026-03-18' });
    const times = [
      '2026-03-07 23:59:59.999',
      '2026-03-08 00:00:00.000',
      '2026-03-18 23:59:59.999',
      '2026-03-19 00:00:00',
    ];
    expect(times.map((time) => isWithin(filter, time))).toEqual([false, true, true, false]);
    expect(isWithin({}, '2026-03-07 23:59:59')).toBe(true);
  });
});
