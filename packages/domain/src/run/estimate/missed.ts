import type { JudgeMissed } from './auto-verify.ts';
import { reckon } from './estimate.ts';
import { forecastRun, travelTo } from './forecast.ts';
import { oddsBeyond, SILENT_SHARE, type TravelTime } from './travel-time.ts';

/** Probability that the pig has passed a marker that stays silent this long (Bayes). */
export function judgeSilence(time: TravelTime, waitedS: number): number {
  return SILENT_SHARE / (SILENT_SHARE + (1 - SILENT_SHARE) * oddsBeyond(time, waitedS));
}

/** Probability that the pig has passed there unseen; while it stands, waiting adds no information. */
export const judgeMissed: JudgeMissed = (run, course, distanceM, now) => {
  const forecast = forecastRun(run, course, reckon(run, course));
  const time = forecast && travelTo(forecast, distanceM);
  return forecast && time ? judgeSilence(time, (now - forecast.base.at) / 1000) : SILENT_SHARE;
};
