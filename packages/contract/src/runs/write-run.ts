import { layCourse } from '@waymark/domain/run/estimate/course';
import { estimate, reckon } from '@waymark/domain/run/estimate/estimate';
import { DEFAULT_AUTO_SETTINGS, type Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { PHASES, type PigRunText } from './pig-run.ts';
import { writeMarker, writePath } from './read-path.ts';
import { writePassage } from './read-run.ts';

const writeSecond = (at: number | null) => (at === null ? null : formatUtcSecond(at));

function writePathText({ path, auto }: Run): string {
  const { linkDistanceM, verifyMinutes, spreads } = auto;
  return JSON.stringify({
    ...writePath(path),
    ...(linkDistanceM !== DEFAULT_AUTO_SETTINGS.linkDistanceM && { autoLinkDistance: linkDistanceM }),
    ...(verifyMinutes !== DEFAULT_AUTO_SETTINGS.verifyMinutes && { autoVerifyMinutes: verifyMinutes }),
    ...(spreads && { etaSpreads: spreads }),
  });
}

function estimateNow(run: Run, now: number) {
  const course = layCourse(run.path);
  const reckoning = reckon(run, course);
  return { reckoning, ...estimate(reckoning, course, run.path.markers, run.completedAt ?? now) };
}

type Estimated = ReturnType<typeof estimateNow>;

function writeMarkersAt(
  { path: { markers }, completedAt }: Run,
  { reckoning, distanceM, isPaused }: Estimated,
): string {
  const isStanding = isPaused || reckoning.speed <= 0;
  const etaOf = (toM: number) =>
    isStanding || completedAt !== null ? null : Math.round((toM - distanceM) / reckoning.speed);
  return JSON.stringify(markers.map((marker) => ({ ...writeMarker(marker), ETA: etaOf(marker.fromLaunchM) })));
}

function writePartsAt(run: Run, { reckoning, place }: Estimated): Omit<PigRunText, 'markers' | 'passages'> {
  const { edit, launchAt, completedAt } = run;
  return {
    runId: run.runId,
    groupId: run.groupId,
    rev: run.rev,
    pigPath: writePathText(run),
    pig: run.pig,
    launchTime: writeSecond(launchAt),
    recieveTime: writeSecond(completedAt),
    ...(run.endedAt !== undefined && { endedTime: writeSecond(run.endedAt) }),
    calculatedSpeed: reckoning.calculatedSpeed,
    currentPigLocationLat: place.lat,
    currentPigLocationLon: place.lon,
    PigEditTime: writeSecond(edit?.at ?? null),
    EditNextMarkerIndex: reckoning.next,
    EditNextMarkerIndex2: reckoning.afterNext,
    NewSpeed: edit?.speed ?? 0,
    EditPigLocLat: edit?.place.lat ?? null,
    EditPigLocLon: edit?.place.lon ?? null,
    IsEdit: edit !== null,
    Phase: completedAt !== null ? PHASES.completed : launchAt === null ? PHASES.planned : PHASES.active,
    jobNumber: run.jobNumber,
  };
}

/** The markers with the times to them. */
export const writeMarkers = (run: Run, now: number): string => writeMarkersAt(run, estimateNow(run, now));

/** The wire form of a run without its markers and passages. */
export const writeRunParts = (run: Run, now: number) => writePartsAt(run, estimateNow(run, now));

/** The wire form of a run with its current estimates. */
export function writeRun(run: Run, now: number): PigRunText {
  const estimated = estimateNow(run, now);
  return {
    ...writePartsAt(run, estimated),
    markers: writeMarkersAt(run, estimated),
    passages: JSON.stringify(run.passages.map(writePassage)),
  };
}
