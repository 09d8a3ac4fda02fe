import { judgeDue } from '@waymark/domain/run/estimate/due';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import type { Knowledge } from '@waymark/domain/run/estimate/knowledge';
import type { Heard, Stop } from '@waymark/domain/run/estimate/outlook';
import { formatEta, formatOverdue } from '@waymark/domain/run/estimate/location-message';
import { writeNear } from '@waymark/domain/time/near-text';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { outlookOf } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import type { LiveRun } from './use-live-run.ts';

// Describes what is known about a pig.

export type Known = Pick<LiveRun, 'run' | 'knowledge' | 'now'>;
export type Timed = Pick<LiveRun, 'run' | 'course' | 'reckoning' | 'now'>;

export interface Alarm {
  /** A word for the state: "Stopped", "Late"; empty: the pig is only overdue. */
  readonly tag: string;
  /** "Overdue 3:17 at AGM 07" */
  readonly text: string;
  /** A stopped or late pig is an alarm; an overdue one is a warning. */
  readonly isGrave: boolean;
}

export function describeAlarm({ knowledge: { overdue, halt, probablyMissed }, now }: Known): Alarm | null {
  if (!overdue) return null;
  const values = { time: formatOverdue(overdue.expectedAt, now), marker: overdue.name };
  const text = t('Overdue {time} at {marker}', values);
  if (halt) return { tag: halt === 'stopped' ? t('Stopped') : t('Late'), text, isGrave: true };
  return {
    tag: '',
    text: probablyMissed ? t('Overdue {time} at {marker}, probably missed', values) : text,
    isGrave: false,
  };
}

/** "Stopped, Overdue 3:17 at AGM 07" */
export const joinAlarm = ({ tag, text }: Alarm): string => (tag === '' ? text : `${tag}, ${text}`);

/** "38 min", "2 h 05 min", "3 days" */
function formatAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return t('{minutes} min', { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t('{hours} h {minutes} min', { hours, minutes: String(minutes % 60).padStart(2, '0') })
    : t('{number} days', { number: Math.floor(hours / 24) });
}

function describeDoubt(live: Timed, { name, distanceM, isVerified }: Heard): string {
  const { forecast, waiting } = outlookOf(live);
  if (isVerified) return '';
  const isAhead = forecast !== null && distanceM > forecast.base.distanceM;
  return isAhead && !waiting.has(name) ? t(', too early for the pig') : t(', not verified');
}

/** "Last heard AGM 06, 14:02:11 (38 min ago)" */
export function describeLastHeard(live: Timed & Known, zone: Zone = UTC): string {
  const {
    run,
    knowledge: { lastHeard, confirmed },
    now,
  } = live;
  if (run.launchAt === null || run.launchAt > now) return '';
  if (confirmed?.name === null && confirmed.at > (lastHeard?.at ?? 0))
    return t('Set by hand {time} ({age} ago)', {
      time: writeNear(confirmed.at, now, zone, 'second'),
      age: formatAge(now - confirmed.at),
    });
  if (!lastHeard) return t('Nothing heard since launch ({age} ago)', { age: formatAge(now - run.launchAt) });
  const { name, at } = lastHeard;
  const words = t('Last heard {marker}, {time} ({age} ago)', {
    marker: name,
    time: writeNear(at, now, zone, 'second'),
    age: formatAge(now - at),
  });
  return `${words}${describeDoubt(live, lastHeard)}`;
}

const listOf = ({ markers }: Knowledge, state: string) =>
  [...markers].flatMap(([name, each]) => (each === state ? [name] : []));

/** "Missed AGM 05", "Missed AGM 05 and 2 more"; empty: none. Names the one nearest to the pig. */
export function describeMissed({ knowledge }: Pick<Known, 'knowledge'>): string {
  const names = listOf(knowledge, 'missed');
  const last = names.at(-1);
  if (last === undefined) return '';
  return names.length === 1
    ? t('Missed {marker}', { marker: last })
    : t('Missed {marker} and {number} more', { marker: last, number: names.length - 1 });
}

/** The note of a time that is over. */
export const OVERDUE = t('overdue');

/** The note of a time to come while the pig is overdue at a place before. */
export const DOUBTFUL = t('unless it stopped');

/** "overdue 3:17", "2:10:00, unless it stopped", "heard", "no AGM" in one line. */
export function joinEta({ value, note }: EtaWords): string {
  if (note === OVERDUE) return t('overdue {time}', { time: value });
  return note === DOUBTFUL ? t('{time}, unless it stopped', { time: value }) : value;
}

export interface EtaWords {
  readonly value: string;
  readonly note: string;
}

/** Replaces the time to a marker or to the receive site when it does not hold as such; null: show the time. */
export function describeDue(live: Timed, stop: Omit<Stop, 'isEnd'>, zone: Zone = UTC): EtaWords | null {
  const { reckoning, now } = live;
  const expectedAt = predictArrival(reckoning, stop.distanceM) ?? now;
  switch (judgeDue(outlookOf(live), stop, now)) {
    case 'ahead':
      return null;
    case 'doubtful':
      return { value: formatEta((expectedAt - now) / 1000, t), note: DOUBTFUL };
    case 'due':
      return {
        value: t('due'),
        note: t('since {time}', { time: writeNear(expectedAt, now, zone) }),
      };
    case 'heard':
      return { value: t('heard'), note: t('not verified') };
    case 'silent':
      return { value: t('silent'), note: t('heard beyond') };
    case 'unwatched':
      return { value: t('no AGM'), note: '' };
    case 'overdue':
      return { value: formatOverdue(expectedAt, now), note: OVERDUE };
  }
}
