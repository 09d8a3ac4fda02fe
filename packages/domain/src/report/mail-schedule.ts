import { listInstants, toLocalMs, type Zone } from '../time/zone.ts';

// When a report is mailed: daily or weekly at an hour on the clocks of a zone.

export const MAIL_CONTENTS = ['finished', 'active'] as const;
export type MailContent = (typeof MAIL_CONTENTS)[number];
export const MAIL_INTERVALS = ['day', 'week'] as const;
export type MailInterval = (typeof MAIL_INTERVALS)[number];

export interface MailSchedule {
  readonly every: MailInterval;
  /** 0: Monday. A daily mail ignores it. */
  readonly weekday: number;
  readonly hour: number;
  readonly timeZone: Zone;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS: Readonly<Record<MailInterval, number>> = { day: 1, week: 7 };

/** A schedule falls on a day within this many; the second week is for a mail whose day of this week is over. */
const DAYS_AHEAD = 15;

/** 1970-01-01 was a Thursday. */
const weekdayOf = (localMs: number) => (Math.floor(localMs / DAY_MS) + 3) % 7;

/** An hour that clocks skip is an hour later; of one that they repeat the first counts. */
const findInstant = (localMs: number, zone: Zone): number | undefined =>
  listInstants(localMs, zone)[0] ?? listInstants(localMs + HOUR_MS, zone)[0];

/** The first time after this one. Instants are UTC milliseconds. */
export function findNextMail({ every, weekday, hour, timeZone }: MailSchedule, after: number): number {
  const local = toLocalMs(after, timeZone);
  const today = local - (local % DAY_MS);
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const date = today + day * DAY_MS;
    if (every === 'week' && weekdayOf(date) !== weekday) continue;
    const at = findInstant(date + hour * HOUR_MS, timeZone);
    if (at !== undefined && at > after) return at;
  }
  return after + DAYS[every] * DAY_MS;
}

/** The first mail covers one interval. */
export const findFirstSince = ({ every }: Pick<MailSchedule, 'every'>, now: number): number =>
  now - DAYS[every] * DAY_MS;
