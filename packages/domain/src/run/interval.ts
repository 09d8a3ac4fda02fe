import { travelTo, type Forecast } from './forecast.ts';
import { judgeSilence } from './missed.ts';
import { findQuantile, oddsBeyond, type TravelTime } from './travel-time.ts';

// Between which times the pig comes, with four chances in five, beside the official estimate and around it. That it was not
// seen until now is known too: the later it gets, the later the span.

const EARLIEST = 0.1;
const LATEST = 0.9;

/** Seconds from now. */
export interface Span {
  readonly lowS: number;
  readonly highS: number;
}

export interface RunSpan {
  /** null: there is no next marker. */
  readonly nextLowS: number | null;
  readonly nextHighS: number | null;
  /** null: the pig was seen at the end. */
  readonly endLowS: number | null;
  readonly endHighS: number | null;
  /** That the pig, unless it has passed the next marker unseen, comes after what was the latest when it was seen last. */
  readonly lateProbability: number;
  /** That the pig has passed the next marker unseen. */
  readonly missProbability: number;
}

/** What is due already bounds nothing. */
function spanOf(time: TravelTime, waitedS: number): Span {
  const [lowS, highS] = [
    findQuantile(time, EARLIEST, waitedS) - waitedS,
    findQuantile(time, LATEST, waitedS) - waitedS,
  ];
  const officialS = time.officialS - waitedS;
  return officialS > 0 ? { lowS: Math.min(lowS, officialS), highS: Math.max(highS, officialS) } : { lowS, highS };
}

/** Of any place on the line; null: the pig was seen there or beyond, or starts later. */
export function estimateArrival(forecast: Forecast, distanceM: number, now: number): Span | null {
  const waitedS = (now - forecast.base.at) / 1000;
  const time = waitedS < 0 ? null : travelTo(forecast, distanceM);
  return time && spanOf(time, waitedS);
}

/** null: the pig starts later. */
export function estimateSpan({ base, next, end }: Forecast, now: number): RunSpan | null {
  const waitedS = (now - base.at) / 1000;
  if (waitedS < 0) return null;
  const [toNext, toEnd] = [next && spanOf(next, waitedS), end && spanOf(end, waitedS)];
  return {
    nextLowS: toNext?.lowS ?? null,
    nextHighS: toNext?.highS ?? null,
    endLowS: toEnd?.lowS ?? null,
    endHighS: toEnd?.highS ?? null,
    lateProbability: next ? oddsBeyond(next, spanOf(next, 0).highS, waitedS) : 0,
    missProbability: next ? judgeSilence(next, waitedS) : 0,
  };
}
