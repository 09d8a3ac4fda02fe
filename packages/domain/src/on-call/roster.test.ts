import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeTime } from '../time/zoned-text.ts';
import {
  checkOverride,
  checkRoster,
  DAY_MINUTES,
  findLocalMonday,
  findOnCall,
  listDayStarts,
  listDuties,
  listGaps,
  WEEK_MINUTES,
  type Override,
  type Roster,
  type WeeklyShift,
} from './roster.ts';

const CHICAGO = 'America/Chicago';
const HOUR = 3_600_000;
const [ANN, BOB, EVE] = [1, 2, 3];
const SUNDAY = 6;

/** A shift by day of the week, 0 for Monday, and hours. */
const shift = (userId: number, day: number, from: number, untilDay: number, until: number): WeeklyShift => ({
  userId,
  from: day * DAY_MINUTES + from * 60,
  until: (untilDay * DAY_MINUTES + until * 60) % WEEK_MINUTES,
});
const makeRoster = (shifts: readonly WeeklyShift[], zone = CHICAGO, overrides: readonly Override[] = []): Roster => ({
  zone,
  shifts,
  overrides,
});
const describeDuties = (roster: Roster, from: number, until: number) =>
  listDuties(roster, from, until).map(
    ({ userId, fromAt, untilAt }) =>
      `${userId}: ${writeTime(fromAt, roster.zone, 'minute')} to ${writeTime(untilAt, roster.zone, 'minute')}`,
  );

describe('weekly shifts', () => {
  test('[W-348] a shift may cross midnight and the end of the week', () => {
    const roster = makeRoster([shift(ANN, SUNDAY, 22, 7, 6), shift(BOB, 0, 6, 0, 14)]);
    expect(describeDuties(roster, Date.UTC(2026, 5, 8, 0), Date.UTC(2026, 5, 8, 22))).toEqual([
      'null: 2026-06-07 19:00 UTC-5 to 2026-06-07 22:00 UTC-5',
      '1: 2026-06-07 22:00 UTC-5 to 2026-06-08 06:00 UTC-5',
      '2: 2026-06-08 06:00 UTC-5 to 2026-06-08 14:00 UTC-5',
      'null: 2026-06-08 14:00 UTC-5 to 2026-06-08 17:00 UTC-5',
    ]);
  });

  test('[W-348] a shift of a whole week leaves no gap', () => {
    const roster = makeRoster([shift(ANN, 2, 9, 2, 9)]);
    expect(listGaps(roster, Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1))).toEqual([]);
  });

  test('[W-349] a shift from 02:00 begins with the hour after, where clocks skip from 02:00 to 03:00', () => {
    const roster = makeRoster([shift(BOB, SUNDAY, 0, SUNDAY, 2), shift(ANN, SUNDAY, 2, SUNDAY, 10)]);
    const day = Date.UTC(2026, 2, 8, 6);
    expect(describeDuties(roster, day, day + 9 * HOUR)).toEqual([
      '2: 2026-03-08 00:00 UTC-6 to 2026-03-08 03:00 UTC-5',
      '1: 2026-03-08 03:00 UTC-5 to 2026-03-08 10:00 UTC-5',
    ]);
  });

  test('[W-349] a shift within the skipped hour does not take place, and the next one begins on time', () => {
    const roster = makeRoster([shift(ANN, SUNDAY, 2, SUNDAY, 2.5), shift(BOB, SUNDAY, 2.5, SUNDAY, 6)]);
    const day = Date.UTC(2026, 2, 8, 8);
    expect(describeDuties(roster, day, day + 3 * HOUR)).toEqual([
      '2: 2026-03-08 03:00 UTC-5 to 2026-03-08 06:00 UTC-5',
    ]);
  });

  test('[W-349] the repeated hour belongs to one person: a shift that begins in it begins with its first pass', () => {
    const roster = makeRoster([shift(BOB, SUNDAY, 0, SUNDAY, 1.5), shift(ANN, SUNDAY, 1.5, SUNDAY, 10)]);
    const day = Date.UTC(2026, 10, 1, 5);
    expect(describeDuties(roster, day, day + 11 * HOUR)).toEqual([
      '2: 2026-11-01 00:00 UTC-5 to 2026-11-01 01:30 UTC-5',
      '1: 2026-11-01 01:30 UTC-5 to 2026-11-01 10:00 UTC-6',
    ]);
  });
});

describe('overrides', () => {
  const at = Date.UTC(2026, 5, 8, 12);
  const override = (id: number, userId: number | null, hours: number): Override => ({
    id,
    userId,
    fromAt: at,
    untilAt: at + hours * HOUR,
  });
  const week = [shift(ANN, 0, 0, 0, 0)];

  test('[W-350] an override replaces the shift from its first instant until just before its end', () => {
    const roster = makeRoster(week, CHICAGO, [override(1, BOB, 2)]);
    expect([at - 1, at, at + 2 * HOUR - 1, at + 2 * HOUR].map((each) => findOnCall(roster, each))).toEqual([
      ANN,
      BOB,
      BOB,
      ANN,
    ]);
  });

  test('[W-350] of two overrides the one added last counts, and one without a person is a gap', () => {
    const roster = makeRoster(week, CHICAGO, [override(3, null, 1), override(2, EVE, 2)]);
    expect(findOnCall(roster, at)).toBeNull();
    expect(listGaps(roster, at - HOUR, at + 9 * HOUR)).toMatchObject([{ fromAt: at, untilAt: at + HOUR }]);
    expect(findOnCall(roster, at + HOUR)).toBe(EVE);
  });

  test.each([
    [0, 0, 'ends-before-it-begins'],
    [-5, -1, 'is-over'],
    [0, 61 * 24, 'too-long'],
  ])('an override from %d to %d hours is refused as %s', (from, until, failure) => {
    expect(checkOverride({ fromAt: at + from * HOUR, untilAt: at + until * HOUR }, at)).toEqual({ ok: false, failure });
  });
});

describe('the check of a roster', () => {
  test.each([
    ['overlap', [shift(ANN, 0, 8, 0, 16), shift(BOB, 0, 15, 0, 20)], CHICAGO, 'shifts-overlap'],
    [
      'overlap over the end of the week',
      [shift(ANN, SUNDAY, 20, 7, 6), shift(BOB, 0, 5, 0, 8)],
      CHICAGO,
      'shifts-overlap',
    ],
    ['are in no zone', [], 'Mars/Olympus', 'unknown-zone'],
    ['are outside the week', [{ userId: ANN, from: 0, until: WEEK_MINUTES }], CHICAGO, 'outside-the-week'],
  ])('[W-348] shifts that %s are refused', (_what, shifts, zone, failure) => {
    expect(checkRoster({ zone, shifts })).toEqual({ ok: false, failure });
  });

  test('[W-348] shifts that touch are accepted', () => {
    const shifts = [shift(ANN, SUNDAY, 20, 7, 6), shift(BOB, 0, 6, SUNDAY, 20)];
    expect(checkRoster({ zone: CHICAGO, shifts })).toMatchObject({ ok: true });
  });
});

const zones = fc.constantFrom(CHICAGO, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
/** Hours of 2026 and 2027, half of them near a change of Chicago, Berlin or Lord Howe. */
const instants = fc.oneof(
  fc.integer({ min: 0, max: 17_000 }).map((hours) => Date.UTC(2026, 0, 1) + hours * HOUR),
  fc
    .tuple(
      fc.constantFrom('2026-03-08T08', '2026-11-01T07', '2026-03-29T01', '2026-10-25T01', '2026-04-04T15'),
      fc.integer({ min: -180, max: 180 }),
    )
    .map(([change, minutes]) => Date.parse(`${change}:00:00Z`) + minutes * 60_000),
);
/** Shifts without overlaps: the week is cut at some minutes, and some of the parts have a person. */
const weeks = fc
  .uniqueArray(fc.integer({ min: 0, max: WEEK_MINUTES - 1 }), { minLength: 1, maxLength: 20 })
  .chain((cuts) =>
    fc.tuple(fc.constant(cuts.toSorted((a, b) => a - b)), fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 20 })),
  )
  .map(([cuts, people]) =>
    cuts.flatMap((from, index) => {
      const userId = people[index] ?? 0;
      return userId === 0 ? [] : [{ userId, from, until: cuts[(index + 1) % cuts.length] ?? from }];
    }),
  );
const overrides = fc.array(
  fc.record({
    id: fc.nat(50),
    userId: fc.constantFrom(ANN, BOB, null),
    fromAt: instants,
    hours: fc.integer({ min: 1, max: 90 }),
  }),
  { maxLength: 5 },
);
const rosters = fc.tuple(weeks, zones, overrides).map(([shifts, zone, made]): Roster => ({
  zone,
  shifts,
  overrides: made.map(({ hours, ...each }, id) => ({ ...each, id, untilAt: each.fromAt + hours * HOUR })),
}));

test('[W-348, W-349] duties cover every instant once, whatever clocks do, and agree with who is on call', () => {
  fc.assert(
    fc.property(rosters, instants, fc.integer({ min: 1, max: 300 }), (roster, from, hours) => {
      expect(checkRoster(roster)).toMatchObject({ ok: true });
      const until = from + hours * HOUR;
      const duties = listDuties(roster, from, until);
      expect([duties[0]?.fromAt, duties.at(-1)?.untilAt]).toEqual([from, until]);
      for (const [at, duty] of duties.entries()) {
        expect(duty.untilAt).toBeGreaterThan(duty.fromAt);
        expect(duty.untilAt).toBe(duties[at + 1]?.fromAt ?? until);
        for (const instant of [duty.fromAt, duty.untilAt - 1]) expect(findOnCall(roster, instant)).toBe(duty.userId);
      }
    }),
  );
});

test('[W-349] a week without gaps on the clock has none over any change of the clocks', () => {
  fc.assert(
    fc.property(rosters, instants, (roster, from) => {
      const minutes = roster.shifts.reduce(
        (sum, each) => sum + ((each.until - each.from + WEEK_MINUTES) % WEEK_MINUTES || WEEK_MINUTES),
        0,
      );
      fc.pre(minutes === WEEK_MINUTES);
      expect(listGaps({ ...roster, overrides: [] }, from, from + 200 * HOUR)).toEqual([]);
    }),
  );
});

test('[W-349] the days of a week begin at local midnight, and its Sunday has 23, 24 or 25 hours', () => {
  const hoursOf = (at: number) => {
    const starts = listDayStarts(findLocalMonday(at, CHICAGO), CHICAGO);
    return starts.slice(1).map((start, day) => (start - (starts[day] ?? 0)) / HOUR);
  };
  expect(hoursOf(Date.UTC(2026, 2, 8, 7))).toEqual([24, 24, 24, 24, 24, 24, 23]);
  expect(hoursOf(Date.UTC(2026, 10, 1, 7))).toEqual([24, 24, 24, 24, 24, 24, 25]);
});
