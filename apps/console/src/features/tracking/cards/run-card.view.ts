import { findNext } from '@waymark/domain/run/estimate/due';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import type { RunSpan } from '@waymark/domain/run/estimate/interval';
import type { Knowledge } from '@waymark/domain/run/estimate/knowledge';
import { formatEta } from '@waymark/domain/run/estimate/location-message';
import type { Stop } from '@waymark/domain/run/estimate/outlook';
import type { Run } from '@waymark/domain/run/run';
import { writeNear, writeNearLocal } from '@waymark/domain/time/near-text';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeZoneOfSpan } from '@waymark/domain/time/zoned-text';
import { unitOf, writeNumber } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { describeAlarm, describeDue, joinAlarm, type Alarm } from '../knowledge.view.ts';
import { outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import type { LiveRun } from '../use-live-run.ts';

// The texts and figures of a run's card.

export interface Readout {
  readonly label: string;
  readonly value: string;
  /** Less prominent, beside the value. */
  readonly note: string;
}

const PAUSED = t('(Paused)');

/** The speed in force, 0 while the run is paused; before the launch the planned one. */
function findSpeed({
  run,
  reckoning: { base, speed, calculatedSpeed },
}: Pick<TrackedRun, 'run' | 'reckoning'>): number {
  if (base && speed <= 0) return 0;
  return speed > 0 ? speed : calculatedSpeed > 0 ? calculatedSpeed : run.path.expectedSpeed;
}

export function readSpeed(tracked: Pick<TrackedRun, 'run' | 'reckoning'>, units: UnitSystem): Readout {
  const value = writeNumber('speed', findSpeed(tracked), units);
  return { label: t('Speed'), value, note: unitOf('speed', units).name };
}

type Timed = Pick<LiveRun, 'run' | 'course' | 'reckoning' | 'etas' | 'knowledge' | 'now'>;

/** The time as the requirements define it, or the pig's state once that time is over. */
function readArrival(
  live: Timed,
  stop: Omit<Stop, 'isEnd'>,
  seconds: number,
  zone: Zone,
): Pick<Readout, 'value' | 'note'> {
  return describeDue(live, stop, zone) ?? { value: formatEta(seconds, t), note: '' };
}

/** The time said by the server where it is of this marker. */
function secondsTo({ run, reckoning, etas, now }: Timed, { name, distanceM }: Stop): number {
  if (run.path.markers[reckoning.next]?.name === name) return etas.nextS;
  return Math.trunc(((predictArrival(reckoning, distanceM) ?? now) - now) / 1000);
}

/** The next marker ahead of the pig. */
export const nameNext = (live: Timed): string => findNext(outlookOf(live), live.now)?.name ?? t('next marker');

/** The time to the next marker, or to the receive site after the last marker, as in messages. */
export function readNext(live: Timed, zone: Zone = UTC): Readout {
  const { isPaused, endS } = live.etas;
  const next = findNext(outlookOf(live), live.now);
  const label = next ? t('To {name}', { name: next.name }) : t('To next marker');
  if (isPaused || !next) return { label, value: formatEta(-1, t), note: isPaused ? PAUSED : '' };
  return { label, ...readArrival(live, next, next.isEnd ? endS : secondsTo(live, next), zone) };
}

export function readEnd(live: Timed, zone: Zone = UTC): Readout {
  const { isPaused, endS } = live.etas;
  const label = t('To run completion');
  const end = live.run.path.markers.at(-1);
  if (isPaused || !end) return { label, value: '', note: PAUSED };
  return { label, ...readArrival(live, { name: end.name, distanceM: live.course.lengthM }, endS, zone) };
}

/** "55.9 of 102.1 mi"; an overdue pig is in a range: "31.2 to 40.8 of 102.1 mi". */
export function describeWayGone(
  { search, pigM }: Pick<Knowledge, 'search' | 'pigM'>,
  lengthM: number,
  units: UnitSystem,
): string {
  const format = (distanceM: number) => writeNumber('far', distanceM, units, 1);
  const gone = search
    ? t('{from} to {to}', { from: format(search.from.distanceM), to: format(search.to.distanceM) })
    : format(pigM);
  return t('{gone} of {total} {unit}', { gone, total: format(lengthM), unit: unitOf('far', units).name });
}

/** When the pig arrives, or why not: "earliest 14:09, latest 16:59 UTC", "paused since 22:51:07 UTC". */
export function describeArrival(
  { run, reckoning }: Pick<LiveRun, 'run' | 'reckoning'>,
  span: RunSpan | null,
  now: number,
  zone: Zone = UTC,
): string {
  if (run.launchAt === null) return t('not launched');
  if (reckoning.base && reckoning.base.at > now)
    return t('launch {time}', { time: writeNear(reckoning.base.at, now, zone) });
  if (reckoning.speed <= 0)
    return reckoning.base
      ? t('paused since {time}', { time: writeNear(reckoning.base.at, now, zone, 'second') })
      : t('paused');
  if (!span || span.endLowS === null || span.endHighS === null) return '';
  const [low, high] = [now + span.endLowS * 1000, now + span.endHighS * 1000];
  return t('earliest {earliest}, latest {latest} {zone}', {
    earliest: writeNearLocal(low, now, zone),
    latest: writeNearLocal(high, now, zone),
    zone: writeZoneOfSpan(low, high, zone, t),
  });
}

/** The basis of both times. */
export function describeChances({ auto: { spreads } }: Pick<Run, 'auto'>): string {
  return spreads
    ? t('With four chances in five; learned from {number} completed runs of the company', { number: spreads.runs })
    : t('With four chances in five');
}

/** A single line, for the minimised card. */
export function describeShortly(live: Timed, zone: Zone = UTC): string {
  const alarm = describeAlarm(live);
  if (alarm) return joinAlarm(alarm);
  const { label, value, note } = readNext(live, zone);
  return [label, value, note].filter((word) => word !== '').join(' ');
}

/** The first runs that fit; the wanted ones are always among them, the first of them before the others. */
export function chooseShown(
  runs: readonly TrackedRun[],
  wantedIds: readonly (number | null)[],
  count: number,
): readonly TrackedRun[] {
  const wanted = wantedIds.flatMap((id) => runs.find(({ run }) => run.runId === id) ?? []).slice(0, count);
  const shown = new Set(wanted);
  for (const tracked of runs) if (shown.size < count) shown.add(tracked);
  const first = runs.slice(0, count).filter((tracked) => shown.has(tracked));
  return [...first, ...[...shown].filter((tracked) => !first.includes(tracked))];
}

/** "3 more", "3 more, 2 overdue" */
export function describeHidden(count: number, alarms: readonly Alarm[]): string {
  return alarms.length === 0
    ? t('{number} more', { number: count })
    : t('{number} more, {overdue} overdue', { number: count, overdue: alarms.length });
}

/** The gravest of several alarms decides their look. */
export function gradeAlarms(alarms: readonly Alarm[]): 'grave' | 'warning' | undefined {
  if (alarms.some(({ isGrave }) => isGrave)) return 'grave';
  return alarms.length > 0 ? 'warning' : undefined;
}

/** Searches pig, path and number. */
export function findRuns(runs: readonly TrackedRun[], sought: string): readonly TrackedRun[] {
  const text = sought.trim().toLowerCase();
  return runs.filter(({ run: { pig, runId, path } }) => `${pig} ${path.name} ${runId}`.toLowerCase().includes(text));
}
