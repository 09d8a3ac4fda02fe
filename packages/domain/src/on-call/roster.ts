import type { UserId } from '../ids.ts';
import { fail, succeed, type Result } from '../result.ts';
import { findInstant } from '../time/local-span.ts';
import { isZone, toLocalMs, type Zone } from '../time/zone.ts';

// Who is on call: weekly shifts on the clocks of a zone, and overrides between two instants. Instants are UTC milliseconds.

/** Minutes since Monday 00:00 on local clocks. `until` at or before `from` lies in the next week. */
export interface WeeklyShift {
  readonly userId: UserId;
  readonly from: number;
  readonly until: number;
}

export interface Override {
  readonly id: number;
  /** null: no one takes these hours. */
  readonly userId: UserId | null;
  readonly fromAt: number;
  readonly untilAt: number;
}

export interface Roster {
  readonly zone: Zone;
  readonly shifts: readonly WeeklyShift[];
  /** Of two that overlap the one added last counts: the higher id. */
  readonly overrides: readonly Override[];
}

/** A stretch of time with one person, or without: a gap. */
export interface Duty {
  readonly userId: UserId | null;
  readonly fromAt: number;
  readonly untilAt: number;
  /** null: a weekly shift, or no shift at all. */
  readonly overrideId: number | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
export const DAY_MINUTES = 24 * 60;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
const WEEK_MS = WEEK_MINUTES * MINUTE_MS;
/** 1970-01-01 was a Thursday. */
const MONDAY_MS = -3 * DAY_MS;

/** Monday 00:00 of the local week of an instant, as milliseconds whose UTC text is the local text. */
export function findLocalMonday(at: number, zone: Zone): number {
  return Math.floor((toLocalMs(at, zone) - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS;
}

/** The instants at which the eight days from a local Monday begin: seven days and the end of the last one. */
export function listDayStarts(localMonday: number, zone: Zone): number[] {
  return Array.from({ length: 8 }, (_, day) => findInstant(localMonday + day * DAY_MS, zone));
}

const lengthOf = ({ from, until }: WeeklyShift) => (until > from ? until - from : until - from + WEEK_MINUTES);

/**
 * Weekly shifts as instants. A boundary in a skipped hour is the skip, one in a repeated hour its first pass, so that
 * shifts that touch on local clocks touch on these days too.
 */
function listShifts({ zone, shifts }: Roster, fromAt: number, untilAt: number): Duty[] {
  const duties: Duty[] = [];
  const last = findLocalMonday(untilAt, zone);
  // Instants cost more than local times, and clocks change by less than a day.
  const [first, rest] = [toLocalMs(fromAt, zone) - DAY_MS, toLocalMs(untilAt, zone) + DAY_MS];
  for (let monday = findLocalMonday(fromAt, zone) - WEEK_MS; monday <= last; monday += WEEK_MS) {
    for (const shift of shifts) {
      const start = monday + shift.from * MINUTE_MS;
      const stop = start + lengthOf(shift) * MINUTE_MS;
      if (stop <= first || start >= rest) continue;
      const [begin, end] = [findInstant(start, zone), findInstant(stop, zone)];
      if (begin < end && begin < untilAt && fromAt < end)
        duties.push({ userId: shift.userId, fromAt: begin, untilAt: end, overrideId: null });
    }
  }
  return duties;
}

const isDuring = ({ fromAt, untilAt }: Pick<Duty, 'fromAt' | 'untilAt'>, at: number) => fromAt <= at && at < untilAt;

const isSamePerson = (one: Duty, other: Duty) => one.userId === other.userId && one.overrideId === other.overrideId;

/** The time between two instants without holes, the gaps included. Every duty is cut to these instants. */
export function listDuties(roster: Roster, fromAt: number, untilAt: number): Duty[] {
  if (fromAt >= untilAt) return [];
  const shifts = listShifts(roster, fromAt, untilAt);
  const overrides = roster.overrides.toSorted((one, other) => other.id - one.id);
  const edges = [...shifts, ...overrides].flatMap((each) => [each.fromAt, each.untilAt]);
  const bounds = [...new Set([fromAt, untilAt, ...edges.filter((at) => fromAt < at && at < untilAt)])];
  const duties: Duty[] = [];
  bounds.sort((one, other) => one - other);
  for (const [index, start] of bounds.slice(0, -1).entries()) {
    const end = bounds[index + 1] ?? untilAt;
    const override = overrides.find((each) => isDuring(each, start));
    const shift = shifts.find((each) => isDuring(each, start));
    const { userId } = override ?? shift ?? { userId: null };
    const duty: Duty = { userId, fromAt: start, untilAt: end, overrideId: override?.id ?? null };
    const before = duties.at(-1);
    if (before && isSamePerson(before, duty)) duties[duties.length - 1] = { ...before, untilAt: end };
    else duties.push(duty);
  }
  return duties;
}

/** null: a gap. */
export const findOnCall = (roster: Roster, at: number): UserId | null =>
  listDuties(roster, at, at + 1)[0]?.userId ?? null;

/** Times for which no one is on call. */
export function listGaps(roster: Roster, fromAt: number, untilAt: number): Duty[] {
  return listDuties(roster, fromAt, untilAt).filter(({ userId }) => userId === null);
}

export const MOST_SHIFTS = 200;
const LONGEST_OVERRIDE_MS = 60 * DAY_MS;

export type RosterFault = 'unknown-zone' | 'outside-the-week' | 'shifts-overlap';

/** Minutes of the week that a shift takes, as one or two spans. */
function listSpans(shift: WeeklyShift): ReadonlyArray<readonly [number, number]> {
  const end = shift.from + lengthOf(shift);
  if (end <= WEEK_MINUTES) return [[shift.from, end]];
  return [
    [shift.from, WEEK_MINUTES],
    [0, end - WEEK_MINUTES],
  ];
}

/** Checks a roster before it is stored: at any time one person is on call. */
export function checkRoster({ zone, shifts }: Omit<Roster, 'overrides'>): Result<null, RosterFault> {
  if (!isZone(zone)) return fail('unknown-zone');
  const isMinute = (minute: number) => Number.isInteger(minute) && minute >= 0 && minute < WEEK_MINUTES;
  if (!shifts.every(({ from, until }) => isMinute(from) && isMinute(until))) return fail('outside-the-week');
  const spans = shifts.flatMap(listSpans).toSorted(([one], [other]) => one - other);
  const overlaps = spans.some(([from], at) => from < (spans[at - 1]?.[1] ?? 0));
  return overlaps ? fail('shifts-overlap') : succeed(null);
}

export type OverrideFault = 'ends-before-it-begins' | 'is-over' | 'too-long';

export function checkOverride(
  { fromAt, untilAt }: Pick<Override, 'fromAt' | 'untilAt'>,
  now: number,
): Result<null, OverrideFault> {
  if (untilAt <= fromAt) return fail('ends-before-it-begins');
  if (untilAt <= now) return fail('is-over');
  return untilAt - fromAt > LONGEST_OVERRIDE_MS ? fail('too-long') : succeed(null);
}
