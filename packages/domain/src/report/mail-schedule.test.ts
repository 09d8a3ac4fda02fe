import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLocalMs } from '../time/zone.ts';
import { findFirstSince, findNextMail, type MailSchedule } from './mail-schedule.ts';

const daily = (hour: number, timeZone: string): MailSchedule => ({ every: 'day', weekday: 0, hour, timeZone });
const next = (schedule: MailSchedule, after: string) =>
  new Date(findNextMail(schedule, Date.parse(after))).toISOString();

it.each([
  [daily(6, 'UTC'), '2026-03-18T05:59:59Z', '2026-03-18T06:00:00.000Z'],
  [daily(6, 'UTC'), '2026-03-18T06:00:00Z', '2026-03-19T06:00:00.000Z'],
  [daily(6, 'America/Chicago'), '2026-01-10T12:00:00Z', '2026-01-11T12:00:00.000Z'],
  [daily(6, 'America/Chicago'), '2026-07-10T12:00:00Z', '2026-07-11T11:00:00.000Z'],
] as const)('[W-521] a daily mail is next sent at its hour, case %#', (schedule, after, wanted) => {
  expect(next(schedule, after)).toBe(wanted);
});

it('[W-521] an hour that clocks skip is an hour later, and of a repeated hour the first counts', () => {
  // Chicago: 2026-03-08 02:00 is skipped, 2026-11-01 01:00 comes twice.
  expect(next(daily(2, 'America/Chicago'), '2026-03-08T06:00:00Z')).toBe('2026-03-08T08:00:00.000Z');
  expect(next(daily(1, 'America/Chicago'), '2026-11-01T00:00:00Z')).toBe('2026-11-01T06:00:00.000Z');
  expect(next(daily(1, 'America/Chicago'), '2026-11-01T06:00:00Z')).toBe('2026-11-02T07:00:00.000Z');
});

it('[W-521] a weekly mail is sent on its day of the zone', () => {
  const monday: MailSchedule = { every: 'week', weekday: 0, hour: 1, timeZone: 'Asia/Tokyo' };
  expect(next(monday, '2026-03-18T00:00:00Z')).toBe('2026-03-22T16:00:00.000Z');
  expect(next(monday, '2026-03-22T16:00:00Z')).toBe('2026-03-29T16:00:00.000Z');
});

it('[W-521] any mail is next sent later than now, within its interval and the change of clocks, at its hour or the next', () => {
  const zone = fc.constantFrom('UTC', 'America/Chicago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia');
  fc.assert(
    fc.property(
      fc.record({
        every: fc.constantFrom('day', 'week'),
        weekday: fc.integer({ min: 0, max: 6 }),
        hour: fc.integer({ min: 0, max: 23 }),
        timeZone: zone,
      }),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) }),
      (schedule: MailSchedule, after) => {
        const at = findNextMail(schedule, after);
        const days = schedule.every === 'day' ? 1 : 7;
        expect(at).toBeGreaterThan(after);
        expect(at - after).toBeLessThanOrEqual((days * 24 + 2) * 3_600_000);
        const hour = new Date(toLocalMs(at, schedule.timeZone)).getUTCHours();
        expect([schedule.hour, (schedule.hour + 1) % 24]).toContain(hour);
      },
    ),
  );
});

it('[W-520] the first mail covers one interval', () => {
  expect(findFirstSince({ every: 'week' }, 7 * 86_400_000)).toBe(0);
});
