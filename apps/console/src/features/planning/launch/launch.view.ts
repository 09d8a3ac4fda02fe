import { writeMarker, writePath } from '@waymark/contract/runs/read-path';
import { withReceiveTime } from '@waymark/contract/runs/run-names';
import type { Marker } from '@waymark/domain/path/marker';
import { runBackward } from '@waymark/domain/path/line';
import { findNewLaunchFault } from '@waymark/domain/run/time-rules';
import { describeNewLaunchFault } from '@waymark/domain/words/refusals';
import { parseTypedUtc } from '@waymark/domain/time/utc';
import { inchesToMetres } from '@waymark/domain/units/length';
import { metresPerSecond, metresPerSecondToMph, mphToToolLookupSpeed } from '@waymark/domain/units/speed';
import { t } from '#/language/t.ts';
import type { CallAt } from '#/api/address.ts';
import { findRunOfPig, findRunOnPath, type ActiveRun } from '#/features/runs/active-run.ts';
import { PATH_IN_USE } from '../saved-paths/manager.view.ts';
import type { SavedPath } from '#/features/runs/runs.data.ts';

export const LAUNCH_FAILURE = t('Unable to launch Pig Run');

/** The choices for a launch. */
export interface LaunchOrder {
  readonly path: SavedPath;
  readonly pig: string;
  readonly toolTypeId: number;
  readonly isBackward: boolean;
}

interface LaunchChoice {
  readonly path: Pick<SavedPath, 'pathId' | 'groupId'>;
  readonly pig: string | null;
  readonly toolTypeId: number | null;
}

/** Reason why the choice cannot be launched; null: it can. */
export function findLaunchFault({ path, pig, toolTypeId }: LaunchChoice, runs: readonly ActiveRun[]): string | null {
  if (findRunOnPath(runs, path.pathId)) return PATH_IN_USE;
  if (pig !== null && findRunOfPig(runs, path, pig)) return t('Pig {pig} is on its way already.', { pig });
  if (pig === null) return t('Choose a pig.');
  return toolTypeId === null ? t('Choose a tool type.') : null;
}

/** Error of a launch time as typed; null: none. */
export function findTimeFault(typed: string, serverNow: number): string | null {
  const at = parseTypedUtc(typed);
  const fault = findNewLaunchFault(at.ok ? at.value : null, serverNow);
  return fault && describeNewLaunchFault(fault, t);
}

/** The parameters of the tool lookup; null without speed or diameter. */
export function toToolQuestion(
  { expectedSpeed, pipelineDiameter }: Pick<SavedPath, 'expectedSpeed' | 'pipelineDiameter'>,
  toolTypeId: number,
) {
  if (!(expectedSpeed > 0) || !(pipelineDiameter > 0)) return null;
  const speedMph = metresPerSecondToMph(metresPerSecond(expectedSpeed));
  return { expectedSpeed: mphToToolLookupSpeed(speedMph), size: inchesToMetres(pipelineDiameter), toolTypeId };
}

const findTracked = (markers: readonly Marker[], after: number) =>
  markers.findIndex(({ state }, at) => at > after && state === 'TRACK');

type SentRun = CallAt<'POST /pigrun/add/'>['body'];

/** The run as it is sent, with a copy of its path, reversed if it goes backward. */
export function buildRun(
  { path: { groupId: _, rev: __, ...plan }, pig, isBackward }: LaunchOrder,
  launchTime: string,
): SentRun {
  const pigPath = isBackward ? runBackward(plan) : plan;
  const next = findTracked(pigPath.markers, 0);
  const sent = {
    runId: -1,
    pigPath: JSON.stringify(writePath(pigPath)),
    markers: JSON.stringify(pigPath.markers.map(writeMarker)),
    passages: '[]',
    pig,
    launchTime,
    calculatedSpeed: 0,
    currentPigLocationLat: pigPath.launchSiteLat,
    currentPigLocationLon: pigPath.launchSiteLon,
    PigEditTime: null,
    EditNextMarkerIndex: next,
    EditNextMarkerIndex2: next < 0 ? -1 : findTracked(pigPath.markers, next),
    NewSpeed: 0,
    EditPigLocLat: null,
    EditPigLocLon: null,
    IsEdit: false,
    Phase: 1 as const,
    jobNumber: null,
  };
  return withReceiveTime(sent, null);
}
