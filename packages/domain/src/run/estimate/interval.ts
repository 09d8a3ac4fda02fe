import { listEdges, travelTo, type Forecast } from './forecast.ts';
import { judgeSilence } from './missed.ts';
import { doubt, findChainQuantile, oddsBeyond, type TravelTime } from './travel-time.ts';

// The interval in which the pig arrives with a probability of 80 %, around the official estimate. Where an AGM listens,
// and at the receive site, the pig has not arrived yet, so the interval moves later while time passes. At any other
// place the pig may have passed unnoticed, so the interval may begin, or lie, in the past.

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
  /**
   * Probability that the pig, unless it has passed the next marker unseen, arrives after the latest time predicted at
   * its last sighting.
   */
  readonly lateProbability: number;
  /** Probability that the pig has passed the next marker unseen. */
  readonly missProbability: number;
}

/** Given that the pig has not arrived within `waitedS`. Only an estimate in the future widens the span. */
function spanOf(time: TravelTime, waitedS: number, silent: readonly number[]): Span {
  const [lowS, highS] = [
    findChainQuantile(time, EARLIEST, waitedS, silent) - waitedS,
    findChainQuantile(time, LATEST, waitedS, silent) - waitedS,
  ];
  const officialS = time.officialS - waitedS;
  return officialS > 0 ? { lowS: Math.min(lowS, officialS), highS: Math.max(highS, officialS) } : { lowS, highS };
}

interface Doubt {
  readonly distanceM: number;
  /** How strongly the silence there contradicts a pig on time. */
  readonly doubt: number;
}

/** The silent markers that are due, in the order of the line. */
function listDoubts({ silent }: Forecast, waitedS: number): Doubt[] {
  const doubts: Doubt[] = [];
  for (const { distanceM, time } of silent) {
    const each = doubt(time, waitedS);
    // Markers further on are not due yet.
    if (each === 0) break;
    doubts.push({ distanceM, doubt: each });
  }
  return doubts;
}

/** A span since the last sighting, from now on. */
const toNow = ({ lowS, highS }: Span, waitedS: number): Span => ({ lowS: lowS - waitedS, highS: highS - waitedS });

/**
 * Spans of places in the order of the line, conditioned on the silent markers before them; null: the pig was seen there
 * or further on, or starts later. Both ends of the spans never decrease along the line.
 */
export function estimateArrivals(forecast: Forecast, distancesM: readonly number[], now: number): (Span | null)[] {
  const waitedS = (now - forecast.base.at) / 1000;
  const doubts = waitedS < 0 ? [] : listDoubts(forecast, waitedS);
  const listening = new Set(forecast.silent.map(({ distanceM }) => distanceM));
  const isNoticed = (distanceM: number) => distanceM >= forecast.lengthM || listening.has(distanceM);
  let least: Span = { lowS: -Infinity, highS: -Infinity };
  const extend = (distanceM: number): Span | null => {
    const time = waitedS < 0 ? null : travelTo(forecast, distanceM);
    if (!time) return null;
    const before = doubts.flatMap((each) => (each.distanceM < distanceM ? [each.doubt] : []));
    const span = isNoticed(distanceM) ? spanOf(time, waitedS, before) : toNow(spanOf(time, 0, before), waitedS);
    const { lowS, highS } = span;
    least = { lowS: Math.max(least.lowS, lowS), highS: Math.max(least.highS, highS) };
    return least;
  };
  // Beyond these places the same share of pigs may need less time than to them.
  const edges = doubts.length > 0 ? forecast.aheadM : listEdges(forecast);
  return distancesM.map((distanceM, at) => {
    for (const edgeM of edges) if (edgeM < distanceM && edgeM > (distancesM[at - 1] ?? -Infinity)) extend(edgeM);
    return extend(distanceM);
  });
}

/** The span of any single place on the line. */
export const estimateArrival = (forecast: Forecast, distanceM: number, now: number): Span | null =>
  estimateArrivals(forecast, [distanceM], now)[0] ?? null;

/** null: the pig starts later. */
export function estimateSpan(forecast: Forecast, now: number): RunSpan | null {
  const { base, next, end, aheadM, lengthM } = forecast;
  const waitedS = (now - base.at) / 1000;
  if (waitedS < 0) return null;
  const [nextM] = aheadM;
  const toNext = nextM === undefined ? null : estimateArrival(forecast, nextM, now);
  const toEnd = end && estimateArrival(forecast, lengthM, now);
  return {
    nextLowS: toNext?.lowS ?? null,
    nextHighS: toNext?.highS ?? null,
    endLowS: toEnd?.lowS ?? null,
    endHighS: toEnd?.highS ?? null,
    lateProbability: next ? oddsBeyond(next, spanOf(next, 0, []).highS, waitedS) : 0,
    missProbability: next ? judgeSilence(next, waitedS) : 0,
  };
}
