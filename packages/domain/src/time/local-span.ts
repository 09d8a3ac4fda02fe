import { listInstants, readOffset, toLocalMs, type Zone } from './zone.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The instant at which clocks skip this local time. */
function findSkip(localMs: number, zone: Zone): number {
  let before = localMs - readOffset(localMs + DAY_MS, zone) * MINUTE_MS - DAY_MS;
  let after = before + 2 * DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (toLocalMs(middle, zone) < localMs) before = middle;
    else after = middle;
  }
  return after;
}

/** The first instant at which local clocks show this text; where they skip it, the instant of the skip. */
export const findInstant = (localMs: number, zone: Zone): number =>
  listInstants(localMs, zone)[0] ?? findSkip(localMs, zone);

/**
 * Whether local clocks are within a daily span, given in minutes of the day; it may span midnight. A span that touches a
 * repeated hour begins with its first pass and ends with its second, so that it is one span on that day too.
 */
export function isInDailySpan(now: number, from: number, to: number, zone: Zone): boolean {
  if (from === to) return false;
  const today = Math.floor(toLocalMs(now, zone) / DAY_MS) * DAY_MS;
  return [today - DAY_MS, today].some((day) => {
    const start = day + from * MINUTE_MS;
    const end = day + to * MINUTE_MS + (to < from ? DAY_MS : 0);
    const startAt = findInstant(start, zone);
    const endAt = listInstants(end, zone).at(-1) ?? findSkip(end, zone);
    return startAt <= now && now < endAt;
  });
}
