import { findLocalMonday, listDayStarts, listDuties, type Duty, type Roster } from '@waymark/domain/on-call/roster';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Zone } from '@waymark/domain/time/zone';
import { writeLocal } from '@waymark/domain/time/zoned-text';
import { LOCALE, t } from '#/language/t.ts';
import type { OnCall } from './on-call.data.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const readTime = (text: string) => {
  const read = parseUtc(text);
  return read.ok ? read.value : 0;
};

const readRoster = ({ roster, overrides }: Pick<OnCall, 'roster' | 'overrides'>): Roster => ({
  zone: roster.timeZone,
  shifts: roster.shifts,
  overrides: overrides.map(({ id, userId, from, until }) => ({
    id,
    userId,
    fromAt: readTime(from),
    untilAt: readTime(until),
  })),
});

/** The name of a user of the company; null: no one, or a user who has left it. */
export const findName = ({ people }: Pick<OnCall, 'people'>, userId: number | null): string | null =>
  people.find((person) => person.userId === userId)?.name ?? null;

/** A stretch of a day with one person, or a gap. */
export interface DayBlock {
  readonly fromAt: number;
  /** Parts of the day, from 0 to 1. */
  readonly from: number;
  readonly until: number;
  /** "08:00 to 16:00" on the clocks of the roster. */
  readonly times: string;
  /** null: a gap. */
  readonly name: string | null;
  readonly isOverride: boolean;
}

export interface CalendarDay {
  readonly startAt: number;
  /** "Mon, Mar 16" */
  readonly label: string;
  readonly isToday: boolean;
  /** 23 or 25 where clocks change. */
  readonly hours: number;
  readonly blocks: readonly DayBlock[];
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const nameFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });
/** 2026-01-05 was a Monday. */
const MONDAY = Date.UTC(2026, 0, 5);

/** Monday first. */
export const WEEKDAYS: readonly string[] = Array.from({ length: 7 }, (_, day) =>
  nameFormat.format(MONDAY + day * DAY_MS),
);

function writeTimes({ fromAt, untilAt }: Duty, dayEnd: number, zone: Zone): string {
  const write = (at: number) => writeLocal(at, zone, 'clock-minute');
  const until = untilAt === dayEnd ? '24:00' : write(untilAt);
  return t('{from} to {until}', { from: write(fromAt), until });
}

/** The seven days from a Monday on the clocks of the roster. */
export function layWeek(settings: OnCall, localMonday: number, now: number): CalendarDay[] {
  const roster = readRoster(settings);
  const starts = listDayStarts(localMonday, roster.zone);
  return starts.slice(0, -1).map((startAt, day) => {
    const endAt = starts[day + 1] ?? startAt;
    const length = endAt - startAt;
    return {
      startAt,
      label: dayFormat.format(localMonday + day * DAY_MS),
      isToday: startAt <= now && now < endAt,
      hours: length / HOUR_MS,
      blocks: listDuties(roster, startAt, endAt).map((duty) => ({
        fromAt: duty.fromAt,
        from: (duty.fromAt - startAt) / length,
        until: (duty.untilAt - startAt) / length,
        times: writeTimes(duty, endAt, roster.zone),
        name: findName(settings, duty.userId),
        isOverride: duty.overrideId !== null,
      })),
    };
  });
}

export const mondayOf = (settings: OnCall, now: number): number => findLocalMonday(now, settings.roster.timeZone);
export const WEEK_MS = 7 * DAY_MS;

/** "Mar 16 to Mar 22, 2026" */
export function nameWeek(localMonday: number): string {
  const short = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  return t('{from} to {until}', {
    from: short.format(localMonday),
    until: long.format(localMonday + 6 * DAY_MS),
  });
}

const FORESEEN_MS = 14 * DAY_MS;

/** Who is on call now, and when that changes. */
export function findNow(
  settings: OnCall,
  now: number,
): { readonly name: string | null; readonly untilAt: number | null } {
  const [first, second] = listDuties(readRoster(settings), now, now + FORESEEN_MS);
  return { name: findName(settings, first?.userId ?? null), untilAt: second?.fromAt ?? null };
}

/** Overrides that are not over, the next one first. */
export const listOverrides = ({ overrides }: OnCall, now: number) =>
  overrides.filter(({ until }) => readTime(until) > now);
