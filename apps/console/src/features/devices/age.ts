import { parseUtc } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';
import { useServerNow } from '#/live/clock-store.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
const MINUTES_PER_DAY = HOURS_PER_DAY * MINUTES_PER_HOUR;

function describeMinutes(minutes: number): string {
  if (minutes < MINUTES_PER_HOUR) return t('{minutes} min', { minutes });
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  if (minutes < MINUTES_PER_DAY) {
    const rest = minutes % MINUTES_PER_HOUR;
    return rest === 0 ? t('{hours} h', { hours }) : t('{hours} h {minutes} min', { hours, minutes: rest });
  }
  const days = Math.floor(hours / HOURS_PER_DAY);
  const rest = hours % HOURS_PER_DAY;
  return rest === 0 ? t('{days} d', { days }) : t('{days} d {hours} h', { days, hours: rest });
}

/** The difference between a UTC text and now: "3 min", "in 2 h 51 min"; empty for an invalid time. */
export function describeAge(text: string | null, nowMs: number): string {
  if (text === null) return '';
  const at = parseUtc(text);
  if (!at.ok) return '';
  const minutes = Math.floor(Math.abs(at.value - nowMs) / MINUTE_MS);
  if (minutes === 0) return t('now');
  return at.value > nowMs ? t('in {time}', { time: describeMinutes(minutes) }) : describeMinutes(minutes);
}

/** The age of a time: "3 min". */
export function Age({ of }: { readonly of: string }) {
  return describeAge(of, useServerNow());
}
