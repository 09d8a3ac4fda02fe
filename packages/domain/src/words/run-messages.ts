import { chooseBatteryLevel, describeBattery } from '../device/battery.ts';
import type { Place } from '../geo/great-circle.ts';
import { USUAL_READER, type TextReader } from '../language/reader.ts';
import { markText } from '../language/translate.ts';
import type { AlertKind } from '../path/notification-rule.ts';
import { writeBoth } from '../time/zoned-text.ts';
import { formatQuantity } from '../units/quantity.ts';
import type { Cause } from '../run/alerts/alerts.ts';
import type { RunNews } from '../run/alerts/alerts-telling.ts';
import { ALERT_TITLES } from './alert-titles.ts';
import { findNext, findNextArrival, judgeDue } from '../run/estimate/due.ts';
import type { Stretch } from '../run/estimate/knowledge.ts';
import { formatDuration, formatOverdue } from '../run/estimate/location-message.ts';
import type { Arrival, Outlook, Stop } from '../run/estimate/outlook.ts';
import type { Run, RunPassage } from '../run/run.ts';

// Texts of notifications. They must read well on a phone. Times are in UTC and in the zone of the recipient.

const joinSentences = (...sentences: readonly string[]) => sentences.filter((sentence) => sentence !== '').join(' ');

const formatFar = (metres: number, { units }: TextReader) => formatQuantity('far', metres, units);

const formatStop = ({ name, distanceM }: Pick<Stop, 'name' | 'distanceM'>, reader: TextReader) =>
  reader.t('{marker} at {distance}', { marker: name, distance: formatFar(distanceM, reader) });

/** The stretch where a crew begins to search. */
function describeStretch(stretch: Stretch | null, reader: TextReader): string {
  if (!stretch) return '';
  const { t, zone } = reader;
  const { from, to } = stretch;
  const time = writeBoth(from.at, zone);
  const search = {
    end: formatStop(to, reader),
    length: formatFar(to.distanceM - from.distanceM, reader),
  };
  if (from.name === null)
    return t('Set by hand {time}. Search from {start} to {end}: {length}.', {
      time,
      start: formatFar(from.distanceM, reader),
      ...search,
    });
  return t('Last passed {marker}, {time}. Search from {start} to {end}: {length}.', {
    marker: from.name,
    time,
    start: formatStop({ ...from, name: from.name }, reader),
    ...search,
  });
}

/** "in 0:12:00", "due now", or past the latest time "overdue by 3:17". */
function describeWait({ expectedAt, latestAt }: Arrival, now: number, { t, zone }: TextReader): string {
  if (expectedAt > now) return t('in {duration}', { duration: formatDuration((expectedAt - now) / 1000) });
  return now > latestAt
    ? t('overdue by {duration}', { duration: formatOverdue(expectedAt, now) })
    : t('due now, at the latest {time}', { time: writeBoth(latestAt, zone) });
}

function describeSpeed(
  { kind, speed, expected }: Extract<Cause, { readonly kind: 'over-speed' | 'under-speed' }>,
  { t, units }: TextReader,
): string {
  const values = {
    speed: formatQuantity('speed', speed, units),
    percent: Math.round(Math.abs(speed / expected - 1) * 100),
    expected: formatQuantity('speed', expected, units),
  };
  return kind === 'over-speed'
    ? t('{speed} between the last two points, {percent} % faster than the expected {expected}.', values)
    : t('{speed} between the last two points, {percent} % slower than the expected {expected}.', values);
}

const describeDue = (dueAt: number | null, { t, zone }: TextReader) =>
  dueAt === null ? '' : t('The pig is expected there {time}.', { time: writeBoth(dueAt, zone) });

const describeMissed = (marker: string | null, { t }: TextReader) =>
  marker === null ? '' : t('Nothing was heard at {marker} either.', { marker });

function describeUnheard(
  { since, lastName, arrival }: Extract<Cause, { readonly kind: 'pig-unheard' }>,
  { t, zone }: TextReader,
): string {
  const time = writeBoth(since, zone);
  const last =
    lastName === null
      ? t('Nothing heard since the launch {time}.', { time })
      : t('Nothing heard since {marker}, {time}.', { marker: lastName, time });
  const next = arrival
    ? t('It is expected at {marker} {time}.', { marker: arrival.name, time: writeBoth(arrival.expectedAt, zone) })
    : '';
  return joinSentences(last, next);
}

type CauseOf<Kind extends AlertKind> = Extract<Cause, { readonly kind: Kind }>;

function describeMarkerMissed(cause: CauseOf<'marker-missed'>, now: number, reader: TextReader): string {
  const { t, zone } = reader;
  const { arrival, stretch } = cause;
  const marker = cause.markerName ?? '';
  if (!arrival) return t('Nothing was heard at {marker}, and the pig was seen further on.', { marker });
  const missed = t(
    'Nothing heard at {marker}, where the pig was expected {time}: overdue by {duration}. It has probably passed unheard.',
    { marker, time: writeBoth(arrival.expectedAt, zone), duration: formatOverdue(arrival.expectedAt, now) },
  );
  return joinSentences(missed, describeStretch(stretch, reader));
}

function describeLate(cause: CauseOf<'pig-late'>, now: number, reader: TextReader): string {
  const { t, zone } = reader;
  const { name, expectedAt, latestAt, isEnd } = cause.arrival;
  const values = {
    marker: name,
    expected: writeBoth(expectedAt, zone),
    latest: writeBoth(latestAt, zone),
    duration: formatOverdue(expectedAt, now),
  };
  const late = isEnd
    ? t('Not received at {marker}, expected {expected}, at the latest {latest}: overdue by {duration}.', values)
    : t('Nothing heard at {marker}, expected {expected}, at the latest {latest}: overdue by {duration}.', values);
  return joinSentences(late, describeMissed(cause.missedName, reader), describeStretch(cause.stretch, reader));
}

function describeStopped(cause: CauseOf<'pig-stopped'>, now: number, reader: TextReader): string {
  const { t, zone } = reader;
  const { arrival, missedName, stretch } = cause;
  const why = arrival
    ? t('Nothing heard at {marker}, expected {time}: overdue by {duration}, the pig has probably stopped.', {
        marker: arrival.name,
        time: writeBoth(arrival.expectedAt, zone),
        duration: formatOverdue(arrival.expectedAt, now),
      })
    : t('Its speed was set to 0.');
  return joinSentences(why, describeMissed(missedName, reader), describeStretch(stretch, reader));
}

type DeviceCause = CauseOf<'agm-offline' | 'agm-silent' | 'agm-battery'>;

function describeDevice(cause: DeviceCause, { t, zone }: TextReader): string {
  const [uid, marker] = [cause.uid ?? '', cause.markerName ?? ''];
  switch (cause.kind) {
    case 'agm-offline':
      return cause.lastHeartbeatAt === null
        ? t('AGM {uid} at {marker} was never heard from.', { uid, marker })
        : t('AGM {uid} at {marker} is offline, last heard from {time}.', {
            uid,
            marker,
            time: writeBoth(cause.lastHeartbeatAt, zone),
          });
    case 'agm-silent':
      return t('AGM {uid} at {marker} is connected, but its last heartbeat came {time}.', {
        uid,
        marker,
        time: writeBoth(cause.lastHeartbeatAt, zone),
      });
    case 'agm-battery':
      return t('AGM {uid} at {marker}: battery {level}.', {
        uid,
        marker,
        level: describeBattery(chooseBatteryLevel(cause.batteryMv)),
      });
  }
}

/** Describes a cause in one or two sentences. */
export function describeCause(cause: Cause, now: number, reader: TextReader = USUAL_READER): string {
  const { t, zone, units } = reader;
  switch (cause.kind) {
    case 'arriving-30':
    case 'arriving-15': {
      const { name, expectedAt } = cause.arrival;
      return t('Expected at {marker} {time}, {wait}.', {
        marker: name,
        time: writeBoth(expectedAt, zone),
        wait: describeWait(cause.arrival, now, reader),
      });
    }
    case 'marker-missed':
      return describeMarkerMissed(cause, now, reader);
    case 'pig-late':
      return describeLate(cause, now, reader);
    case 'pig-stopped':
      return describeStopped(cause, now, reader);
    case 'pig-resumed':
      return t('It goes {speed}.', { speed: formatQuantity('speed', cause.speed, units) });
    case 'over-speed':
    case 'under-speed':
      return describeSpeed(cause, reader);
    case 'agm-offline':
    case 'agm-silent':
    case 'agm-battery':
      return joinSentences(describeDevice(cause, reader), describeDue(cause.dueAt, reader));
    case 'pig-unheard':
      return describeUnheard(cause, reader);
    case 'passage-waits':
      return t('The passage at {marker}, {time}, is not verified.', {
        marker: cause.markerName ?? '',
        time: writeBoth(cause.heardAt, zone),
      });
  }
}

function describeNextDue(outlook: Outlook, arrival: Arrival, now: number, reader: TextReader): string {
  const { t } = reader;
  switch (judgeDue(outlook, arrival, now)) {
    case 'heard':
      return t('heard there, not verified');
    case 'silent':
      return t('silent, but heard at {marker}, not verified', { marker: outlook.heard?.name ?? '' });
    case 'unwatched':
    case 'ahead':
    case 'doubtful':
    case 'due':
    case 'overdue':
      return describeWait(arrival, now, reader);
  }
}

function describeNext(outlook: Outlook, now: number, reader: TextReader): string {
  const next = findNext(outlook, now);
  if (!next || outlook.run.completedAt !== null) return '';
  const arrival = findNextArrival(outlook, now);
  if (!arrival) return reader.t('{marker}: n/a (Paused)', { marker: next.name });
  return `${next.name} ${writeBoth(arrival.expectedAt, reader.zone)}, ${describeNextDue(outlook, arrival, now, reader)}`;
}

export interface Words {
  readonly title: string;
  readonly markerName: string | null;
  /** Where it is; null: not known. */
  readonly place: Place | null;
  /** Time of the event; null: it holds now. */
  readonly at: number | null;
  readonly detail: string;
  /** The next place on the way of the pig. */
  readonly next: string;
}

function describePassage({ markerName, isVerified, uid }: RunPassage, { t }: TextReader): string {
  const marker = markerName ?? '';
  if (uid === null) return t('Passed {marker}, set by hand', { marker });
  return isVerified ? t('Passed {marker}', { marker }) : t('Heard at {marker}, not verified', { marker });
}

function findMarkerPlace({ path: { markers } }: Run, markerName: string | null): Place | null {
  const marker = markerName === null ? undefined : markers.find(({ name }) => name === markerName);
  return marker ? { lat: marker.lat, lon: marker.lon } : null;
}

const launchPlace = ({ path }: Run): Place => ({ lat: path.launchSiteLat, lon: path.launchSiteLon });
const receivePlace = ({ path }: Run): Place => ({ lat: path.receiveSiteLat, lon: path.receiveSiteLon });

export function describeNews(news: RunNews, outlook: Outlook, now: number, reader: TextReader = USUAL_READER): Words {
  const { t } = reader;
  const { run } = outlook;
  const common = { markerName: null, place: null, detail: '', next: describeNext(outlook, now, reader) };
  if (news.event === 'launch') return { ...common, title: t('Launched'), place: launchPlace(run), at: run.launchAt };
  if (news.event === 'receive')
    return { ...common, title: t('Received'), place: receivePlace(run), at: run.completedAt };
  if (news.event === 'reopened') {
    const detail = t('It was ended by mistake: it has not been received and is on its way.');
    return { ...common, title: t('Reopened'), at: null, detail };
  }
  const { markerName, passageAt: at } = news.passage;
  const place = findMarkerPlace(run, markerName);
  return { ...common, title: describePassage(news.passage, reader), markerName, place, at };
}

/** The last message before others wait says so. */
export const FURTHER_WAIT = markText(
  'This is the last message for now: further ones wait. The inbox shows all alerts.',
);

/** Causes of one kind that are described in full; the rest are counted. */
const TOLD_IN_FULL = 3;

/** Describes causes of one kind. */
export function describeAlert(
  [first, ...others]: readonly [Cause, ...Cause[]],
  outlook: Outlook,
  now: number,
  reader: TextReader = USUAL_READER,
): Words {
  const { kind, isEnd } = first;
  const markerName = others.length > 0 ? null : first.markerName;
  const sentences = [first, ...others].slice(0, TOLD_IN_FULL).map((cause) => describeCause(cause, now, reader));
  const more = others.length + 1 - sentences.length;
  return {
    title: reader.t(ALERT_TITLES[kind]),
    markerName,
    place: markerName !== null && isEnd ? receivePlace(outlook.run) : findMarkerPlace(outlook.run, markerName),
    at: null,
    detail: joinSentences(...sentences, more > 0 ? reader.t('And {count} more.', { count: more }) : ''),
    next: ['arriving-30', 'arriving-15', 'pig-late', 'pig-stopped'].includes(kind)
      ? ''
      : describeNext(outlook, now, reader),
  };
}
