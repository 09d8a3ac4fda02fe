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

/** The wire form of a run with its current estimates. */
export function writeRun(run: Run, now: number): PigRunText {
  const { markers } = run.path;
  const course = layCourse(run.path);
  const reckoning = reckon(run, course);
  const { place, distanceM, isPaused } = estimate(reckoning, course, markers, run.completedAt ?? now);
  const { edit, launchAt, completedAt } = run;
  const isStanding = isPaused || reckoning.speed <= 0;
  const etaOf = (toM: number) =>
    isStanding || completedAt !== null ? null : Math.round((toM - distanceM) / reckoning.speed);
  return {
    runId: run.runId,
    groupId: run.groupId,
    rev: run.rev,
    pigPath: writePathText(run),
    markers: JSON.stringify(markers.map((marker) => ({ ...writeMarker(marker), ETA: etaOf(marker.fromLaunchM) }))),
    passages: JSON.stringify(run.passages.map(writePassage)),
    pig: run.pig,
    launchTime: writeSecond(launchAt),
    recieveTime: writeSecond(completedAt),
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
