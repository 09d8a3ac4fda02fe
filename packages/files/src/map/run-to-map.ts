import { readAltitude } from '@waymark/domain/report/report-columns';
import { isAhead } from '@waymark/domain/run/estimate/due';
import { locateOnCourse, layCourse } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { followMarkers, type FollowedMarker, type FollowedState } from '@waymark/domain/run/estimate/followed-markers';
import { knowRun } from '@waymark/domain/run/estimate/knowledge';
import { foresee, type Outlook } from '@waymark/domain/run/estimate/outlook';
import type { Run } from '@waymark/domain/run/run';
import { UTC } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { describeVerifier } from '@waymark/domain/words/verified-by';
import type { MapField, MapFile, MapPoint } from './map-file.ts';
import { describeLine, describeMarker, MARKER_FIELDS } from './path-to-map.ts';

// A run at one instant: what is known of each marker, and what is only an estimate. In SI units and UTC.

const time = (name: string, short: string): MapField => ({ name, short, kind: 'time' });

const RUN_FIELDS: readonly MapField[] = [
  ...MARKER_FIELDS,
  { name: 'state', short: 'STATE', kind: 'text' },
  time('plannedAt', 'PLANNED_AT'),
  time('heardAt', 'HEARD_AT'),
  time('verifiedAt', 'VERIF_AT'),
  { name: 'verification', short: 'VERIFIED', kind: 'text' },
  time('estimatedAt', 'EST_AT'),
  time('earliestAt', 'EARLIEST'),
  time('latestAt', 'LATEST'),
  { name: 'altitudeM', short: 'ALT_M', kind: 'number', decimals: 1 },
];

const STATES: Readonly<Record<FollowedState, string>> = {
  launch: 'launch site',
  receive: 'receive site',
  skip: 'not tracked',
  passed: 'passed, verified',
  heard: 'heard, not verified',
  missed: 'missed',
  unwatched: 'no AGM',
  expected: 'expected, an estimate',
  overdue: 'overdue',
};

const ESTIMATE = 'estimated position';
const write = (at: number) => writeTime(at, UTC);

/** The launch and the receive time stand at their sites. */
function findTimes({ state, passage }: FollowedMarker, { launchAt, completedAt }: Run) {
  if (state === 'launch' && launchAt !== null) return { heardAt: launchAt, verifiedAt: launchAt };
  if (state === 'receive' && completedAt !== null) return { heardAt: completedAt, verifiedAt: completedAt };
  return { heardAt: passage?.passageAt ?? null, verifiedAt: passage?.isVerified === true ? passage.passageAt : null };
}

/** Earliest and latest only as long as they apply. */
function findEstimate({ eta, state }: FollowedMarker, { completedAt }: Run) {
  const isOpen = completedAt === null && ['expected', 'overdue', 'receive', 'unwatched', 'skip'].includes(state);
  if (!eta || !isOpen) return { estimatedAt: null, earliestAt: null, latestAt: null };
  const span = isAhead(eta.due) ? eta : null;
  return {
    estimatedAt: eta.expectedAt,
    earliestAt: span && span.earliestAt,
    latestAt: span && span.latestAt,
  };
}

function toPoint(run: Run, followed: FollowedMarker, at: number): MapPoint {
  const { marker, state, distanceM, plannedAt, passage } = followed;
  const [times, estimate] = [findTimes(followed, run), findEstimate(followed, run)];
  const altitudeM = readAltitude(passage && passage.altitudeMm);
  const words = [
    STATES[state],
    ...(times.verifiedAt === null ? [] : [write(times.verifiedAt)]),
    ...(times.verifiedAt === null && times.heardAt !== null ? [`heard ${write(times.heardAt)}`] : []),
    ...(estimate.estimatedAt === null ? [] : [`estimate ${write(estimate.estimatedAt)}`]),
    ...(estimate.earliestAt === null || estimate.latestAt === null
      ? []
      : [`between ${write(estimate.earliestAt)} and ${write(estimate.latestAt)}`]),
  ];
  return {
    name: marker.name,
    text: words.join(', '),
    values: {
      ...describeMarker(marker, at + 1, distanceM),
      state: STATES[state],
      plannedAt,
      ...times,
      verification: passage && describeVerifier(passage),
      ...estimate,
      altitudeM,
    },
    place: { lat: marker.lat, lon: marker.lon },
    altitudeM,
  };
}

/** The pig of a launched run that has not ended. Its place is an estimate, and says so. */
function listPig(outlook: Outlook, now: number): MapPoint[] {
  const { run, course } = outlook;
  const { confirmed, pigM } = knowRun(outlook, now);
  if (!confirmed || run.completedAt !== null) return [];
  const last = confirmed.name === null ? 'a place set by hand' : confirmed.name;
  return [
    {
      name: run.pig,
      text: `${ESTIMATE} at ${write(now)}, last confirmed at ${last}, ${write(confirmed.at)}`,
      values: { kind: 'PIG', state: ESTIMATE, distanceM: pigM, estimatedAt: now },
      place: locateOnCourse(course, pigM),
      altitudeM: null,
    },
  ];
}

/** `now` UTC milliseconds. */
export function runToMap(run: Run, now: number): MapFile {
  const course = layCourse(run.path);
  const outlook = foresee(run, course, reckon(run, course));
  const status = run.completedAt === null ? `active, as known ${write(now)}` : `completed ${write(run.completedAt)}`;
  const { line, lineFields } = describeLine(run.path);
  return {
    name: `${run.path.name}, ${run.pig}, run ${run.runId}`,
    text: `Pig run ${run.runId}, ${status}. Distances in metres, times in UTC. Estimates are marked as such.`,
    line: { ...line, values: { ...line.values, lengthM: course.lengthM } },
    lineFields,
    markers: [...followMarkers(outlook, now).map((marker, at) => toPoint(run, marker, at)), ...listPig(outlook, now)],
    markerFields: RUN_FIELDS,
  };
}
