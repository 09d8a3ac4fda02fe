import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeTimeEntryFault } from '../words/time-entry.ts';
import { chooseZone } from './times-choice.ts';
import { parseUtc } from './utc.ts';
import { isZone, listInstants, readOffset, toLocalMs, UTC, writeOffset } from './zone.ts';
import { parseTypedTime } from './zoned-entry.ts';
import { writeNear, writeNearLocal } from './near-text.ts';
import { headTimes, writeBoth, writeCell, writeLocal, writeTime, writeZoneOfSpan } from './zoned-text.ts';

const utc = (text: string): number => {
  const read = parseUtc(text);
  if (!read.ok) throw new Error(text);
  return read.value;
};

const ZONES = ['Europe/Berlin', 'America/Chicago', 'Australia/Lord_Howe', 'Asia/Kathmandu', UTC];
const zones = fc.constantFrom(...ZONES);
/** Whole seconds of 2000 to 2037, half of them within two hours of a change of Berlin, Chicago or Lord Howe in 2026. */
const CHANGES = [
  '2026-03-29 01:00:00',
  '2026-10-25 01:00:00',
  '2026-03-08 08:00:00',
  '2026-11-01 07:00:00',
  '2026-04-04 15:00:00',
  '2026-10-03 15:30:00',
];
const instants = fc.oneof(
  fc.integer({ min: 946_684_800, max: 2_145_916_800 }),
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -7200, max: 7200 }))
    .map(([change, seconds]) => utc(change) / 1000 + seconds),
);

describe('a time in a zone', () => {
  test.each([
    ['2026-03-18 08:12:44', 'America/Chicago', '2026-03-18 03:12:44 UTC-5'],
    ['2026-03-08 07:59:59', 'America/Chicago', '2026-03-08 01:59:59 UTC-6'],
    ['2026-03-08 08:00:00', 'America/Chicago', '2026-03-08 03:00:00 UTC-5'],
    ['2026-03-29 01:00:00', 'Europe/Berlin', '2026-03-29 03:00:00 UTC+2'],
    ['2026-01-18 23:30:00', 'Europe/Berlin', '2026-01-19 00:30:00 UTC+1'],
    ['2026-04-04 14:59:59', 'Australia/Lord_Howe', '2026-04-05 01:59:59 UTC+11'],
    ['2026-04-04 15:00:00', 'Australia/Lord_Howe', '2026-04-05 01:30:00 UTC+10:30'],
    ['2026-03-18 08:12:44', 'Asia/Kathmandu', '2026-03-18 13:57:44 UTC+5:45'],
    ['2026-01-18 08:12:44', 'Europe/London', '2026-01-18 08:12:44 UTC+0'],
    ['2026-03-18 08:12:44', UTC, '2026-03-18 08:12:44 UTC'],
    ['2026-03-18 08:12:44', 'Mars/Olympus', '2026-03-18 08:12:44 UTC'],
  ])('[W-307] %s in %s is %s', (text, zone, expected) => {
    expect(writeTime(utc(text), zone)).toBe(expected);
  });

  test('[W-307] the two passes of a repeated hour differ by their offset', () => {
    const [first, second] = [utc('2026-11-01 06:30:00'), utc('2026-11-01 07:30:00')].map((at) =>
      writeTime(at, 'America/Chicago'),
    );
    expect([first, second]).toEqual(['2026-11-01 01:30:00 UTC-5', '2026-11-01 01:30:00 UTC-6']);
  });

  test('[W-307] shorter forms are parts of the local text', () => {
    const at = utc('2026-03-18 23:05:06') + 789;
    const forms = ['millisecond', 'minute', 'day', 'month-minute', 'clock', 'clock-minute'] as const;
    expect(forms.map((form) => writeLocal(at, 'Europe/Berlin', form))).toEqual([
      '2026-03-19 00:05:06.789',
      '2026-03-19 00:05',
      '2026-03-19',
      '03-19 00:05',
      '00:05:06',
      '00:05',
    ]);
  });

  test('[W-307] a column says UTC in its heading, and another zone in each value', () => {
    const at = utc('2026-03-18 08:12:44');
    expect([headTimes('Sent', UTC), writeCell(at, UTC)]).toEqual(['Sent (UTC)', '2026-03-18 08:12:44']);
    expect([headTimes('Sent', 'Europe/Berlin'), writeCell(at, 'Europe/Berlin', 'clock')]).toEqual([
      'Sent',
      '09:12:44 UTC+1',
    ]);
  });

  test('[W-307] an axis over a change names both offsets', () => {
    const [before, after] = [utc('2026-03-08 06:00:00'), utc('2026-03-08 10:00:00')];
    expect([
      writeZoneOfSpan(before, after, 'America/Chicago'),
      writeZoneOfSpan(after, after, 'America/Chicago'),
      writeZoneOfSpan(before, after, UTC),
    ]).toEqual(['UTC-6 to UTC-5', 'UTC-5', 'UTC']);
  });

  test('[W-312] both times are written once in UTC, and with the date where it differs', () => {
    const at = utc('2026-03-18 03:12:44');
    expect([UTC, 'Europe/Berlin', 'America/Chicago'].map((zone) => writeBoth(at, zone))).toEqual([
      '2026-03-18 03:12:44 UTC',
      '2026-03-18 03:12:44 UTC (04:12:44 UTC+1)',
      '2026-03-18 03:12:44 UTC (2026-03-17 22:12:44 UTC-5)',
    ]);
  });

  test('a time near now has its date only on another day of the zone', () => {
    const now = utc('2026-03-18 03:12:44');
    const times = [utc('2026-03-18 04:02:11'), utc('2026-03-18 06:02:11')];
    expect(times.map((at) => writeNear(at, now, 'America/Chicago'))).toEqual(['23:02 UTC-5', '03-18 01:02 UTC-5']);
    expect(times.map((at) => writeNear(at, now, UTC, 'second'))).toEqual(['04:02:11 UTC', '06:02:11 UTC']);
    expect(writeNearLocal(utc('2026-03-17 23:59:59'), now, UTC, 'second')).toBe('03-17 23:59:59');
  });

  test('[W-307] every written time is read again as the same instant, in each zone and over each change', () => {
    fc.assert(
      fc.property(instants, zones, zones, (seconds, zone, reader) => {
        const at = seconds * 1000;
        expect(parseTypedTime(writeTime(at, zone), reader)).toEqual({ ok: true, value: at });
        expect(listInstants(toLocalMs(at, zone), zone)).toContain(at);
      }),
    );
  });

  test('[W-307] an hour later is a later time, whatever the clocks show', () => {
    fc.assert(
      fc.property(instants, zones, (seconds, zone) => {
        const [one, other] = [seconds * 1000, (seconds + 3600) * 1000].map((at) =>
          parseTypedTime(writeTime(at, zone), UTC),
        );
        expect(one?.ok && other?.ok && other.value - one.value).toBe(3_600_000);
      }),
    );
  });

  test.each([
    [-300, 'UTC-5'],
    [345, 'UTC+5:45'],
    [-210, 'UTC-3:30'],
    [0, 'UTC+0'],
  ])('the offset of %d minutes is %s', (minutes, text) => {
    expect(writeOffset(minutes)).toBe(text);
  });

  test('only IANA names are zones', () => {
    const names = ['America/Chicago', 'UTC', 'Etc/GMT+6', 'Mars/Olympus', '', '+05:00', '../etc', 'A'.repeat(65)];
    expect(names.map(isZone)).toEqual([true, true, true, false, false, false, false, false]);
    expect(readOffset(0, 'Mars/Olympus')).toBe(0);
  });
});

describe('a typed time', () => {
  const read = (typed: string, zone = 'America/Chicago') => {
    const found = parseTypedTime(typed, zone);
    return found.ok ? writeTime(found.value, UTC) : describeTimeEntryFault(found.failure);
  };

  test.each([
    ['2026-03-18 03:12:44', '2026-03-18 08:12:44 UTC'],
    ['20260318031244', '2026-03-18 08:12:44 UTC'],
    ['2026-03-18 08:12:44 UTC', '2026-03-18 08:12:44 UTC'],
    ['2026-03-18 08:12:44Z', '2026-03-18 08:12:44 UTC'],
    ['2026-03-18 03:12:44 UTC-5', '2026-03-18 08:12:44 UTC'],
    ['2026-03-18 13:57:44 utc+5:45', '2026-03-18 08:12:44 UTC'],
    ['2026-03-18 03:12:44 -05:00', '2026-03-18 08:12:44 UTC'],
    ['2026-03-18 03:12:44-0500', '2026-03-18 08:12:44 UTC'],
    ['2026-02-30 03:12:44', 'Invalid date'],
    ['yesterday', 'Unknown offset. Write it like UTC-5 or UTC+5:45.'],
    ['2026-03-18 03:12:44 CDT', 'Unknown offset. Write it like UTC-5 or UTC+5:45.'],
    ['2026-03-18 03:12:44 UTC-19', 'Unknown offset. Write it like UTC-5 or UTC+5:45.'],
  ])('[W-308] %s in Chicago is read as %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });

  test.each([
    ['America/Chicago', '2026-03-08 02:30:00'],
    ['Europe/Berlin', '2026-03-29 02:00:00'],
    ['Australia/Lord_Howe', '2026-10-04 02:15:00'],
  ])('[W-308] a time that the clocks of %s skip is refused', (zone, typed) => {
    expect(read(typed, zone)).toBe(`Clocks in ${zone} skip this time when they are put forward.`);
  });

  test.each([
    ['America/Chicago', '2026-11-01 01:30:00', 'UTC-5 or UTC-6', '2026-11-01 06:30:00 UTC', '2026-11-01 07:30:00 UTC'],
    ['Europe/Berlin', '2026-10-25 02:59:59', 'UTC+2 or UTC+1', '2026-10-25 00:59:59 UTC', '2026-10-25 01:59:59 UTC'],
    [
      'Australia/Lord_Howe',
      '2026-04-05 01:45:00',
      'UTC+11 or UTC+10:30',
      '2026-04-04 14:45:00 UTC',
      '2026-04-04 15:15:00 UTC',
    ],
  ])(
    '[W-308] a time that %s repeats is asked about, and each offset gives another instant',
    (zone, typed, offsets, ...instantsOf) => {
      expect(read(typed, zone)).toBe(`Clocks in ${zone} show this time twice. Add ${offsets}.`);
      expect(offsets.split(' or ').map((offset) => read(`${typed} ${offset}`, zone))).toEqual(instantsOf);
    },
  );

  test('[W-308] UTC repeats and skips nothing', () => {
    fc.assert(
      fc.property(instants, (seconds) => {
        expect(parseTypedTime(writeLocal(seconds * 1000, UTC), UTC)).toEqual({ ok: true, value: seconds * 1000 });
      }),
    );
  });
});

test('[W-309] chooseZone answers UTC where the chosen zone is not known', () => {
  const line = 'Asia/Kathmandu';
  const timeZone = 'Europe/Berlin';
  expect(chooseZone({ times: 'utc', timeZone }, line)).toBe(UTC);
  expect(chooseZone({ times: 'mine', timeZone }, line)).toBe(timeZone);
  expect(chooseZone({ times: 'mine', timeZone: null }, line)).toBe(UTC);
  expect(chooseZone({ times: 'line', timeZone }, line)).toBe(line);
  expect(chooseZone({ times: 'line', timeZone }, null)).toBe(UTC);
});
