import type { RunSpan } from '@waymark/domain/run/interval';
import { formatEta } from '@waymark/domain/run/location-message';
import type { Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { FEET_PER_METRE } from '@waymark/domain/units/length';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';
import type { DistanceUnit } from '../../distance-unit.ts';
import type { TrackedRun } from '../tracked-run.ts';
import type { LiveRun } from '../use-live-run.ts';

// What a run's card says, in words and figures.

export interface Readout {
  readonly label: string;
  readonly value: string;
  /** Quieter, beside the value. */
  readonly note: string;
}

const PAUSED = '(Paused)';

/** In force; where the pig stands, what it would go: as it went last, or as it was planned. */
function findSpeed({ run, reckoning: { speed, calculatedSpeed } }: Pick<TrackedRun, 'run' | 'reckoning'>): number {
  return speed > 0 ? speed : calculatedSpeed > 0 ? calculatedSpeed : run.path.expectedSpeed;
}

export function readSpeed(tracked: Pick<TrackedRun, 'run' | 'reckoning'>): Readout {
  return { label: 'Speed', value: metresPerSecondToMph(metresPerSecond(findSpeed(tracked))).toFixed(2), note: 'mph' };
}

export function readNext({
  run,
  reckoning,
  etas: { isPaused, nextS },
}: Pick<LiveRun, 'run' | 'reckoning' | 'etas'>): Readout {
  const name = run.path.markers[reckoning.next]?.name;
  return { label: `To ${name ?? 'next marker'}`, value: formatEta(nextS), note: isPaused ? PAUSED : '' };
}

export function readEnd({ etas: { isPaused, endS } }: Pick<LiveRun, 'etas'>): Readout {
  return { label: 'To run completion', value: isPaused ? '' : formatEta(endS), note: isPaused ? PAUSED : '' };
}

const METRES_PER_MILE = 5280 / FEET_PER_METRE;

/** "55.9 of 102.1 mi" */
export function describeWayGone(distanceM: number, lengthM: number, unit: DistanceUnit): string {
  const [metres, name] = unit === 'feet' ? [METRES_PER_MILE, 'mi'] : [1000, 'km'];
  return `${(distanceM / metres).toFixed(1)} of ${(lengthM / metres).toFixed(1)} ${name}`;
}

const DAY_MS = 24 * 3600 * 1000;

/** "14:09", or "03-19 14:09" on another day. */
function formatClock(at: number, now: number): string {
  const text = formatUtcSecond(at).slice(5, 16);
  return Math.floor(at / DAY_MS) === Math.floor(now / DAY_MS) ? text.slice(6) : text;
}

const formatTime = (at: number) => formatUtcSecond(at).slice(11);

/** When the pig comes, or why it does not: "earliest 14:09, latest 16:59", "paused since 22:51:07". */
export function describeArrival(
  { run, reckoning }: Pick<LiveRun, 'run' | 'reckoning'>,
  span: RunSpan | null,
  now: number,
): string {
  if (run.launchAt === null) return 'not launched';
  if (reckoning.base && reckoning.base.at > now) return `launch ${formatClock(reckoning.base.at, now)}`;
  if (reckoning.speed <= 0) return reckoning.base ? `paused since ${formatTime(reckoning.base.at)}` : 'paused';
  if (!span || span.endLowS === null || span.endHighS === null) return '';
  const [earliest, latest] = [span.endLowS, span.endHighS].map((seconds) => formatClock(now + seconds * 1000, now));
  return `earliest ${earliest}, latest ${latest}`;
}

/** What the two times rest on. */
export function describeChances({ auto: { spreads } }: Run): string {
  const chances = 'With four chances in five, UTC';
  return spreads ? `${chances}; learned from ${spreads.runs} completed runs of the company` : chances;
}

/** One line, once the card is minimised. */
export function describeShortly(live: Pick<LiveRun, 'run' | 'reckoning' | 'etas'>): string {
  const { label, value, note } = readNext(live);
  return [label, value, note].filter((word) => word !== '').join(' ');
}

/** As many as fit: the first of them, and whichever is chosen. */
export function chooseShown(
  runs: readonly TrackedRun[],
  chosenId: number | null,
  count: number,
): readonly TrackedRun[] {
  const first = runs.slice(0, count);
  const chosen = runs.find(({ run }) => run.runId === chosenId);
  return !chosen || first.includes(chosen) ? first : [...first.slice(0, -1), chosen];
}

/** By pig, path or number. */
export function findRuns(runs: readonly TrackedRun[], sought: string): readonly TrackedRun[] {
  const text = sought.trim().toLowerCase();
  return runs.filter(({ run: { pig, runId, path } }) =>
    `${pig} ${path.pigRunName} ${runId}`.toLowerCase().includes(text),
  );
}
