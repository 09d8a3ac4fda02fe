import { showEtas, type ShownEtas } from '@waymark/domain/run/estimate/location-message';
import type { Estimate } from '@waymark/domain/run/estimate/estimate';
import type { Knowledge } from '@waymark/domain/run/estimate/knowledge';
import { useServerClock } from '#/live/clock-store.ts';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';
import { useHeardPositions, type HeardPosition } from '#/features/runs/heard-positions.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import { estimateRun, knowTracked, type TrackedRun } from '#/features/runs/tracked-run.ts';

/** The server's values are valid for this long; then the console's own estimate is shown. */
const HEARD_MS = 10_000;

export interface LiveRun extends TrackedRun {
  /** The server time for which the values were computed. */
  readonly now: number;
  readonly estimate: Estimate;
  readonly etas: ShownEtas;
  readonly knowledge: Knowledge;
}

/** Counts on from the time of the value; none and now stay unchanged. */
function countOn({ at, isPaused, nextS, endS }: HeardPosition, now: number): ShownEtas {
  const passedS = (now - at) / 1000;
  const count = (seconds: number) => (isPaused || seconds <= 0 ? seconds : Math.max(0, seconds - passedS));
  return { isPaused, nextS: count(nextS), endS: count(endS) };
}

/** The server's whole seconds tick unevenly: within this difference the console's own estimate is shown. */
const AGREES_S = 2;
const agrees = (one: ShownEtas, other: ShownEtas) =>
  one.isPaused === other.isPaused &&
  Math.abs(one.nextS - other.nextS) <= AGREES_S &&
  Math.abs(one.endS - other.endS) <= AGREES_S;

export function describeLive(tracked: TrackedRun, heard: HeardPosition | undefined, now: number): LiveRun {
  const estimated = estimateRun(tracked, now);
  const [own, said] = [showEtas(estimated), heard && now - heard.at < HEARD_MS ? countOn(heard, now) : null];
  const etas = said === null || agrees(said, own) ? own : said;
  return { ...tracked, now, estimate: estimated, etas, knowledge: knowTracked(tracked, now) };
}

/** The state of a run at the present second. */
export function useLiveRun(runId: number): LiveRun | undefined {
  const tracked = useTrackedRun(runId);
  const heard = useHeardPositions(({ byRun }) => byRun.get(runId));
  const now = useUtcNow(useServerClock(({ offsetMs }) => offsetMs));
  return tracked && describeLive(tracked, heard, now);
}
