import { formatOverdue } from '@waymark/domain/run/estimate/location-message';
import { writeNear, writeNearLocal } from '@waymark/domain/time/near-text';
import type { Zone } from '@waymark/domain/time/zone';
import { formatQuantity } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { t } from '#/language/t.ts';
import type { shownRun } from '@waymark/contract/runs/shown-run';
import type { z } from 'zod';

// The words of a page without a sign-in about a run. Instants are UTC milliseconds; `now` is the time that the page shows.

export type Tone = 'alarm' | 'warning' | 'calm';

const STATUSES: Readonly<Record<ShownRun['status'], { readonly word: string; readonly tone: Tone }>> = {
  stopped: { word: t('Stopped'), tone: 'alarm' },
  late: { word: t('Late'), tone: 'alarm' },
  overdue: { word: t('Overdue'), tone: 'warning' },
  heard: { word: t('Heard, not verified'), tone: 'calm' },
  unheard: { word: t('Nothing heard yet'), tone: 'calm' },
  'on-its-way': { word: t('On its way'), tone: 'calm' },
  paused: { word: t('Paused'), tone: 'calm' },
  waiting: { word: t('Not launched'), tone: 'calm' },
  received: { word: t('Received'), tone: 'calm' },
};

export const describeStatus = ({ status }: Pick<ShownRun, 'status'>) => STATUSES[status];

/** "38 min", "2 h 05 min", "3 days" */
export function writeAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return t('{minutes} min', { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t('{hours} h {minutes} min', { hours, minutes: String(minutes % 60).padStart(2, '0') })
    : t('{number} days', { number: Math.floor(hours / 24) });
}

export interface ArrivalWords {
  readonly value: string;
  /** Empty, as is the span: nothing more is known. */
  readonly note: string;
  readonly span: string;
}

/** "14:02 UTC-5", "in 3 h 05 min", "between 13:10 and 15:40". A time that is over is not said as if it were to come. */
export function describeArrival({ due, ...times }: ShownArrival, now: number, zone: Zone): ArrivalWords {
  const { expectedAt, earliestAt, latestAt } = times;
  if (due === 'heard') return { value: t('heard'), note: t('not verified'), span: '' };
  if (due === 'silent') return { value: t('silent'), note: t('heard beyond'), span: '' };
  if (due === 'unwatched') return { value: t('no AGM'), note: '', span: '' };
  if (expectedAt === null) return { value: t('Paused'), note: '', span: '' };
  if (due === 'overdue')
    return {
      value: t('overdue {time}', { time: formatOverdue(expectedAt, now) }),
      note: t('was expected {time}', { time: writeNear(expectedAt, now, zone) }),
      span: '',
    };
  const span =
    earliestAt === null || latestAt === null
      ? ''
      : t('between {from} and {to}', {
          from: writeNearLocal(earliestAt, now, zone),
          to: writeNear(latestAt, now, zone),
        });
  if (due === 'due')
    return { value: t('due'), note: t('since {time}', { time: writeNear(expectedAt, now, zone) }), span };
  if (expectedAt <= now) return { value: t('now'), note: '', span };
  const left = t('in {time}', { time: writeAge(expectedAt - now) });
  const note = due === 'doubtful' ? t('{time}, unless it stopped', { time: left }) : left;
  return { value: writeNear(expectedAt, now, zone), note, span };
}

/** "Confirmed at AGM 06, 14:02 UTC-5 (38 min ago)" */
export function describeConfirmed({ confirmed, launchAt }: ShownRun, now: number, zone: Zone): string {
  if (!confirmed) return launchAt === null ? t('No launch time') : '';
  const values = { time: writeNear(confirmed.at, now, zone), age: writeAge(now - confirmed.at) };
  return confirmed.name === null
    ? t('Set by hand {time} ({age} ago)', values)
    : t('Confirmed at {marker}, {time} ({age} ago)', { ...values, marker: confirmed.name });
}

/** A passage that was heard after the last confirmation; empty: none. */
export function describeHeard({ lastHeard, confirmed }: ShownRun, now: number, zone: Zone): string {
  if (!lastHeard || lastHeard.isVerified || lastHeard.at <= (confirmed?.at ?? 0)) return '';
  const values = { marker: lastHeard.name, time: writeNear(lastHeard.at, now, zone) };
  return t('Heard at {marker}, {time}, not verified', values);
}

/** "31.2 mi of 42.4 mi" */
export function describeProgress({ pigM, lengthM, status }: ShownRun, units: UnitSystem): string {
  const write = (metres: number) => formatQuantity('far', metres, units, 1);
  const length = write(lengthM);
  return status === 'waiting' ? length : t('{distance} of {length}', { distance: write(pigM), length });
}

/** The whole state in words, for screen readers and for browsers that draw nothing. */
export function describeShown(run: ShownRun, now: number, zone: Zone): string {
  const end = run.end && describeArrival(run.end, now, zone);
  return [
    `${run.pig}, ${run.line}`,
    describeStatus(run).word,
    describeConfirmed(run, now, zone),
    end ? t('Arrival {time}', { time: end.value }) : '',
  ]
    .filter((part) => part !== '')
    .join('. ');
}

/** A run as the server shows it without a sign-in. */
export type ShownRun = z.output<typeof shownRun>;
export type ShownArrival = NonNullable<ShownRun['next']>;
