import { parseUtc } from '@waymark/domain/time/utc';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

function describeMinutes(minutes: number): string {
  if (minutes < MINUTES_PER_HOUR) return `${minutes} min`;
  const [unit, size, nextUnit, nextSize] =
    minutes < MINUTES_PER_DAY
      ? (['h', MINUTES_PER_HOUR, 'min', 1] as const)
      : (['d', MINUTES_PER_DAY, 'h', MINUTES_PER_HOUR] as const);
  const rest = Math.floor((minutes % size) / nextSize);
  return `${Math.floor(minutes / size)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ''}`;
}

/** The difference between a UTC text and now: "3 min", "in 2 h 51 min"; empty for an invalid time. */
export function describeAge(text: string | null, nowMs: number): string {
  if (text === null) return '';
  const at = parseUtc(text);
  if (!at.ok) return '';
  const minutes = Math.floor(Math.abs(at.value - nowMs) / MINUTE_MS);
  if (minutes === 0) return 'now';
  return at.value > nowMs ? `in ${describeMinutes(minutes)}` : describeMinutes(minutes);
}
