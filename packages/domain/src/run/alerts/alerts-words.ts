import { chooseBatteryLevel, describeBattery } from '../../device/battery.ts';
import type { RunId } from '../../ids.ts';
import type { AlertKind } from '../../path/notification-rule.ts';
import { UTC, type Zone } from '../../time/zone.ts';
import { writeBoth } from '../../time/zoned-text.ts';
import { formatQuantity } from '../../units/quantity.ts';
import type { UnitSystem } from '../../units/system.ts';
import type { Cause } from './alerts.ts';
import type { RunNews } from './alerts-telling.ts';
import { judgeDue } from '../estimate/due.ts';
import type { Stretch } from '../estimate/knowledge.ts';
import { formatDuration, formatOverdue } from '../estimate/location-message.ts';
import type { Arrival, Outlook, Stop } from '../estimate/outlook.ts';
import type { Run, RunPassage } from '../run.ts';

// Texts of notifications. They must read well on a phone. Times are in UTC and in the zone of the recipient.

const formatStop = ({ name, distanceM }: Pick<Stop, 'name' | 'distanceM'>, units: UnitSystem) =>
  `${name} at ${formatQuantity('far', distanceM, units)}`;

export const CAUSE_TITLES: Readonly<Record<AlertKind, string>> = {
  'arriving-30': 'Arriving soon',
  'arriving-15': 'Arriving soon',
  'marker-missed': 'Marker missed',
  'pig-late': 'Pig late',
  'pig-stopped': 'Pig stopped',
  'pig-resumed': 'Pig on its way again',
  'over-speed': 'Pig too fast',
  'under-speed': 'Pig too slow',
  'agm-offline': 'AGM offline',
  'agm-battery': 'AGM battery low',
  'pig-unheard': 'No marker hears the pig',
  'passage-waits': 'Passage waits for verification',
  'agm-silent': 'AGM stopped reporting',
};

/** The stretch where a crew begins to search. */
function describeStretch(stretch: Stretch | null, units: UnitSystem, zone: Zone): string {
  if (!stretch) return '';
  const { from, to } = stretch;
  const last = from.name === null ? 'Set by hand' : `Last passed ${from.name},`;
  const format = (metres: number) => formatQuantity('far', metres, units);
  const start = from.name === null ? format(from.distanceM) : formatStop({ ...from, name: from.name }, units);
  return ` ${last} ${writeBoth(from.at, zone)}. Search from ${start} to ${formatStop(to, units)}: ${format(to.distanceM - from.distanceM)}.`;
}

/** "in 0:12:00", "due now", or past the latest time "overdue by 3:17". */
function describeWait({ expectedAt, latestAt }: Arrival, now: number, zone: Zone): string {
  if (expectedAt > now) return `in ${formatDuration((expectedAt - now) / 1000)}`;
  return now > latestAt
    ? `overdue by ${formatOverdue(expectedAt, now)}`
    : `due now, at the latest ${writeBoth(latestAt, zone)}`;
}

function describeSpeed(speed: number, expected: number, word: string, units: UnitSystem): string {
  const percent = Math.round(Math.abs(speed / expected - 1) * 100);
  return `${formatQuantity('speed', speed, units)} between the last two points, ${percent} % ${word} than the expected ${formatQuantity('speed', expected, units)}.`;
}

const describeDue = (dueAt: number | null, zone: Zone) =>
  dueAt === null ? '' : ` The pig is expected there ${writeBoth(dueAt, zone)}.`;

const describeMissed = (name: string | null) => (name === null ? '' : ` Nothing was heard at ${name} either.`);

function describeUnheard(
  { since, lastName, arrival }: Extract<Cause, { readonly kind: 'pig-unheard' }>,
  zone: Zone,
): string {
  const last = lastName === null ? `the launch ${writeBoth(since, zone)}` : `${lastName}, ${writeBoth(since, zone)}`;
  const next = arrival ? ` It is expected at ${arrival.name} ${writeBoth(arrival.expectedAt, zone)}.` : '';
  return `Nothing heard since ${last}.${next}`;
}

/** Describes a cause in one or two sentences. */
export function describeCause(cause: Cause, now: number, units: UnitSystem, zone: Zone = UTC): string {
  switch (cause.kind) {
    case 'arriving-30':
    case 'arriving-15': {
      const { name, expectedAt } = cause.arrival;
      return `Expected at ${name} ${writeBoth(expectedAt, zone)}, ${describeWait(cause.arrival, now, zone)}.`;
    }
    case 'marker-missed':
      return cause.arrival
        ? `Nothing heard at ${cause.markerName}, where the pig was expected ${writeBoth(cause.arrival.expectedAt, zone)}: overdue by ${formatOverdue(cause.arrival.expectedAt, now)}. It has probably passed unheard.${describeStretch(cause.stretch, units, zone)}`
        : `Nothing was heard at ${cause.markerName}, and the pig was seen further on.`;
    case 'pig-late': {
      const { name, expectedAt, latestAt, isEnd } = cause.arrival;
      const lacks = isEnd ? `Not received at ${name}` : `Nothing heard at ${name}`;
      return `${lacks}, expected ${writeBoth(expectedAt, zone)}, at the latest ${writeBoth(latestAt, zone)}: overdue by ${formatOverdue(expectedAt, now)}.${describeMissed(cause.missedName)}${describeStretch(cause.stretch, units, zone)}`;
    }
    case 'pig-stopped': {
      const why = cause.arrival
        ? `Nothing heard at ${cause.arrival.name}, expected ${writeBoth(cause.arrival.expectedAt, zone)}: overdue by ${formatOverdue(cause.arrival.expectedAt, now)}, the pig has probably stopped.`
        : 'Its speed was set to 0.';
      return `${why}${describeMissed(cause.missedName)}${describeStretch(cause.stretch, units, zone)}`;
    }
    case 'pig-resumed':
      return `It goes ${formatQuantity('speed', cause.speed, units)}.`;
    case 'over-speed':
      return describeSpeed(cause.speed, cause.expected, 'faster', units);
    case 'under-speed':
      return describeSpeed(cause.speed, cause.expected, 'slower', units);
    case 'agm-offline': {
      const since =
        cause.lastHeartbeatAt === null
          ? 'was never heard from'
          : `is offline, last heard from ${writeBoth(cause.lastHeartbeatAt, zone)}`;
      return `AGM ${cause.uid} at ${cause.markerName} ${since}.${describeDue(cause.dueAt, zone)}`;
    }
    case 'agm-silent':
      return `AGM ${cause.uid} at ${cause.markerName} is connected, but its last heartbeat came ${writeBoth(cause.lastHeartbeatAt, zone)}.${describeDue(cause.dueAt, zone)}`;
    case 'pig-unheard':
      return describeUnheard(cause, zone);
    case 'passage-waits':
      return `The passage at ${cause.markerName}, ${writeBoth(cause.heardAt, zone)}, is not verified.`;
    case 'agm-battery':
      return `AGM ${cause.uid} at ${cause.markerName}: battery ${describeBattery(chooseBatteryLevel(cause.batteryMv))}.${describeDue(cause.dueAt, zone)}`;
  }
}

function describeNextDue(outlook: Outlook, arrival: Arrival, now: number, zone: Zone): string {
  switch (judgeDue(outlook, arrival, now)) {
    case 'heard':
      return 'heard there, not verified';
    case 'silent':
      return `silent, but heard at ${outlook.heard?.name}, not verified`;
    case 'unwatched':
      return 'no AGM stands there';
    case 'ahead':
    case 'due':
    case 'overdue':
      return describeWait(arrival, now, zone);
  }
}

function describeNext(outlook: Outlook, now: number, zone: Zone): string {
  const { next, arrivals, run } = outlook;
  if (!next || run.completedAt !== null) return '';
  const arrival = arrivals.get(next.name);
  if (!arrival) return `${next.name}: n/a (Paused)`;
  return `${next.name} ${writeBoth(arrival.expectedAt, zone)}, ${describeNextDue(outlook, arrival, now, zone)}`;
}

export interface Words {
  readonly title: string;
  readonly markerName: string | null;
  /** Time of the event; null: it holds now. */
  readonly at: number | null;
  readonly detail: string;
  /** The next place on the way of the pig. */
  readonly next: string;
}

function describePassage({ markerName, isVerified, uid }: RunPassage): string {
  if (uid === null) return `Passed ${markerName}, set by hand`;
  return isVerified ? `Passed ${markerName}` : `Heard at ${markerName}, not verified`;
}

export function describeNews(news: RunNews, outlook: Outlook, now: number, zone: Zone = UTC): Words {
  const { launchAt, completedAt } = outlook.run;
  const common = { markerName: null, detail: '', next: describeNext(outlook, now, zone) };
  if (news.event === 'launch') return { ...common, title: 'Launched', at: launchAt };
  if (news.event === 'receive') return { ...common, title: 'Received', at: completedAt };
  if (news.event === 'reopened') {
    const detail = 'It was ended by mistake: it has not been received and is on its way.';
    return { ...common, title: 'Reopened', at: null, detail };
  }
  const { passage } = news;
  return { ...common, title: describePassage(passage), markerName: passage.markerName, at: passage.passageAt };
}

/** The last message before others wait says so. */
export const FURTHER_WAIT = 'This is the last message for now: further ones wait. The inbox shows all alerts.';

/** Causes of one kind that are described in full; the rest are counted. */
const TOLD_IN_FULL = 3;

/** Describes causes of one kind. */
export function describeAlert(
  [first, ...others]: readonly [Cause, ...Cause[]],
  outlook: Outlook,
  now: number,
  units: UnitSystem,
  zone: Zone = UTC,
): Words {
  const { kind, markerName } = first;
  const sentences = [first, ...others].slice(0, TOLD_IN_FULL).map((cause) => describeCause(cause, now, units, zone));
  const more = others.length + 1 - sentences.length;
  return {
    title: CAUSE_TITLES[kind],
    markerName: others.length > 0 ? null : markerName,
    at: null,
    detail: [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
    next: ['arriving-30', 'arriving-15', 'pig-late', 'pig-stopped'].includes(kind)
      ? ''
      : describeNext(outlook, now, zone),
  };
}

export interface RunMessage {
  readonly subject: string;
  readonly text: string;
}

function linkTo(publicUrl: string, runId: RunId, markerName: string | null): string {
  const marker = markerName === null ? '' : `&markerName=${encodeURIComponent(markerName)}`;
  return `${publicUrl}/?runId=${runId}${marker}`;
}

/** As much of a run as a message names. */
export interface NamedRun extends Pick<Run, 'runId' | 'pig'> {
  readonly path: Pick<Run['path'], 'name'>;
}

export function writeMail(
  { runId, pig, path }: NamedRun,
  words: Words,
  publicUrl: string,
  zone: Zone = UTC,
): RunMessage {
  const { title, markerName, at, detail, next } = words;
  const lines = [
    `Run: ${path.name}`,
    `Pig: ${pig}`,
    ...(markerName === null ? [] : [`Marker: ${markerName}`]),
    ...(at === null ? [] : [`Time: ${writeBoth(at, zone)}`]),
    ...(next === '' ? [] : [`Next: ${next}`]),
  ];
  const parts = [title, ...(detail === '' ? [] : [detail]), lines.join('\n'), linkTo(publicUrl, runId, markerName)];
  return { subject: `${pig}: ${title} (${path.name})`, text: `${parts.join('\n\n')}\n` };
}

/** The same in one line, so that a phone shows all of it. */
export function writeText(
  { runId, pig, path }: NamedRun,
  words: Words,
  publicUrl: string,
  zone: Zone = UTC,
): RunMessage {
  const { title, markerName, at, detail, next } = words;
  const sentences = [
    `${path.name}, pig ${pig}: ${title}${at === null ? '' : ` ${writeBoth(at, zone)}`}.`,
    detail,
    next === '' ? '' : `Next ${next}.`,
    linkTo(publicUrl, runId, markerName),
  ];
  return { subject: title, text: sentences.filter((sentence) => sentence !== '').join(' ') };
}
