import type { Zone } from './zone.ts';
import { writeLocal, writeTime, type TimeForm } from './zoned-text.ts';

// Times near now: the day is left out only if it is today's.

type Precision = 'minute' | 'second';

const FORMS = {
  minute: { today: 'clock-minute', otherDay: 'month-minute' },
  second: { today: 'clock', otherDay: 'month-second' },
} as const satisfies Readonly<Record<Precision, Readonly<Record<string, TimeForm>>>>;

function chooseForm(at: number, now: number, zone: Zone, to: Precision): TimeForm {
  const isToday = writeLocal(at, zone, 'day') === writeLocal(now, zone, 'day');
  return FORMS[to][isToday ? 'today' : 'otherDay'];
}

/** "14:09", or "03-19 14:09" on another day; for places that have the zone beside it. */
export const writeNearLocal = (at: number, now: number, zone: Zone, to: Precision = 'minute'): string =>
  writeLocal(at, zone, chooseForm(at, now, zone, to));

/** "14:09 UTC-5", or "03-19 14:09 UTC-5" on another day */
export const writeNear = (at: number, now: number, zone: Zone, to: Precision = 'minute'): string =>
  writeTime(at, zone, chooseForm(at, now, zone, to));
