import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cutToSecond,
  formatUtcDatabase,
  formatUtcMillisecond,
  formatUtcSecond,
  parseTypedUtc,
  parseUtc,
} from './utc.ts';

describe('UTC texts', () => {
  test('[K-001] a time is written as YYYY-MM-DD HH:mm:ss in UTC', () => {
    expect(formatUtcSecond(Date.UTC(2026, 2, 8, 4, 5, 6, 789))).toBe('2026-03-08 04:05:06');
  });

  test('the forms have 19, 23 and 26 characters', () => {
    const at = Date.UTC(2026, 2, 18, 23, 25, 11, 352);
    expect(formatUtcSecond(at)).toHaveLength(19);
    expect(formatUtcMillisecond(at)).toBe('2026-03-18 23:25:11.352');
    expect(formatUtcDatabase(at)).toBe('2026-03-18 23:25:11.352000');
  });

  test('each form is displayed with its first 19 characters', () => {
    const at = Date.UTC(2026, 2, 18, 23, 25, 11, 352);
    for (const text of [formatUtcSecond(at), formatUtcMillisecond(at), formatUtcDatabase(at)])
      expect(cutToSecond(text)).toBe('2026-03-18 23:25:11');
  });

  test.each(['2026-03-18 23:25:11', '2026-03-18T23:25:11Z', '2026-03-18 23:25:11.000000', '2026-03-18T23:25:11.0'])(
    '%s is the same instant',
    (text) => {
      expect(parseUtc(text)).toEqual({ ok: true, value: Date.UTC(2026, 2, 18, 23, 25, 11) });
    },
  );

  test.each(['2026-02-30 00:00:00', '2026-13-01 00:00:00', '2026-01-01 24:00:00', '2026-01-01 00:60:00'])(
    '%s rolls over and is refused',
    (text) => {
      expect(parseUtc(text)).toEqual({ ok: false, failure: 'rolls-over' });
    },
  );

  test.each(['', '2026-03-18', '18.03.2026 12:00:00', '2026-03-18 12:00', 'now', '2026-03-18 12:00:00+01:00'])(
    '"%s" is not a date',
    (text) => {
      expect(parseUtc(text)).toEqual({ ok: false, failure: 'not-a-date' });
    },
  );

  test('a typed date needs 14 digits, whatever separates them', () => {
    expect(parseTypedUtc('20260318232511')).toEqual({ ok: true, value: Date.UTC(2026, 2, 18, 23, 25, 11) });
    expect(parseTypedUtc('2026-03-18 23:25:11').ok).toBe(true);
    expect(parseTypedUtc('2026-03-18 23:25').ok).toBe(false);
    expect(parseTypedUtc('2026-02-29 00:00:00')).toEqual({ ok: false, failure: 'rolls-over' });
  });

  test('every instant survives writing and reading', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
        const read = parseUtc(formatUtcDatabase(at));
        return read.ok && read.value === at;
      }),
    );
  });
});
