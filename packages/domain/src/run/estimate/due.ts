import { estimateArrival } from './interval.ts';
import type { Outlook, Stop } from './outlook.ts';

// The state of the arrival at a place ahead. Cards, tables and messages read it here.

/**
 * `ahead`: the predicted time applies, up to the latest one. `heard`: a passage that may be the pig waits for
 * verification. `silent`: only a marker further on has heard such a passage. `unwatched`: no AGM stands there.
 */
export type Due = 'ahead' | 'heard' | 'silent' | 'unwatched' | 'overdue';

type Place = Omit<Stop, 'isEnd'>;

/** Upper end of the 80 % span, as of the last confirmation; null: paused. */
function findLatestAt({ arrivals, forecast }: Outlook, { name, distanceM }: Place): number | null {
  const known = arrivals.get(name);
  if (known || !forecast) return known?.latestAt ?? null;
  const span = estimateArrival(forecast, distanceM, forecast.base.at);
  return span && forecast.base.at + span.highS * 1000;
}

export function judgeDue(outlook: Outlook, place: Place, now: number): Due {
  const { waiting, heard, facts, course } = outlook;
  const { name, distanceM } = place;
  if (waiting.has(name)) return 'heard';
  const latestAt = findLatestAt(outlook, place);
  if (latestAt === null || now <= latestAt) return 'ahead';
  if (facts.get(name) === 'unwatched' && distanceM < course.lengthM) return 'unwatched';
  return heard && distanceM < heard.distanceM ? 'silent' : 'overdue';
}
