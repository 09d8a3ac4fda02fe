import { hasHiddenControls } from '../text/names.ts';
import { LIMITS, type PigPath } from './pig-path.ts';

// Checks of a path before it is saved, in the order in which faults are shown.

/** The current content of the editor; missing parts are null. */
export interface PathDraft {
  readonly csvFileName: string | null;
  readonly name: string;
  readonly speedMph: number | null;
  readonly diameterIn: number | null;
  readonly hasReceiveSite: boolean;
  readonly hasLaunchSite: boolean;
  readonly agmCount: number;
  readonly linePoints: number;
  readonly pigCount: number;
  readonly notes: string;
}

export type SaveFault =
  | 'file-missing'
  | 'file-name-too-long'
  | 'name-missing'
  | 'name-too-long'
  | 'name-with-controls'
  | 'speed-missing'
  | 'speed-out-of-range'
  | 'diameter-missing'
  | 'diameter-out-of-range'
  | 'receive-site-missing'
  | 'launch-site-missing'
  | 'no-devices'
  | 'line-too-short'
  | 'no-pigs'
  | 'notes-too-long';

interface Check {
  readonly code: SaveFault;
  readonly isBroken: (draft: PathDraft) => boolean;
}

const isOutside = (value: number | null, { from, to }: { readonly from: number; readonly to: number }) =>
  value !== null && !(value >= from && value <= to);

export const SAVE_CHECKS: readonly Check[] = [
  { code: 'file-missing', isBroken: ({ csvFileName }) => csvFileName === null || csvFileName === '' },
  {
    code: 'file-name-too-long',
    isBroken: ({ csvFileName }) => (csvFileName ?? '').length > LIMITS.csvFileName,
  },
  { code: 'name-missing', isBroken: ({ name }) => name.trim() === '' },
  {
    code: 'name-too-long',
    isBroken: ({ name }) => name.length > LIMITS.name,
  },
  { code: 'name-with-controls', isBroken: ({ name }) => hasHiddenControls(name.trim()) },
  { code: 'speed-missing', isBroken: ({ speedMph }) => speedMph === null },
  {
    code: 'speed-out-of-range',
    isBroken: ({ speedMph }) => isOutside(speedMph, LIMITS.speedMph),
  },
  { code: 'diameter-missing', isBroken: ({ diameterIn }) => diameterIn === null },
  {
    code: 'diameter-out-of-range',
    isBroken: ({ diameterIn }) => isOutside(diameterIn, LIMITS.diameterIn),
  },
  { code: 'receive-site-missing', isBroken: ({ hasReceiveSite }) => !hasReceiveSite },
  { code: 'launch-site-missing', isBroken: ({ hasLaunchSite }) => !hasLaunchSite },
  { code: 'no-devices', isBroken: ({ agmCount }) => agmCount === 0 },
  { code: 'line-too-short', isBroken: ({ linePoints }) => linePoints < 2 },
  { code: 'no-pigs', isBroken: ({ pigCount }) => pigCount === 0 },
  { code: 'notes-too-long', isBroken: ({ notes }) => notes.length > LIMITS.notes },
];

/** All faults, in the order of the documents; empty: the path may be saved. */
export const listSaveFaults = (draft: PathDraft): readonly SaveFault[] =>
  SAVE_CHECKS.filter(({ isBroken }) => isBroken(draft)).map(({ code }) => code);

/** The conversion factors are not exact inverses: 20 mph come back as 20.00003. */
const MPH_DECIMALS = 4;

/** Converts a complete path for the checks. The speed is checked in mph, as entered. */
export function draftOf(path: PigPath, toMph: (metresPerSecond: number) => number): PathDraft {
  const [first, last] = [path.markers[0], path.markers.at(-1)];
  return {
    csvFileName: path.csvFileName,
    name: path.name,
    speedMph: Number(toMph(path.expectedSpeed).toFixed(MPH_DECIMALS)),
    diameterIn: path.pipelineDiameter,
    hasReceiveSite: last !== undefined && last !== first,
    hasLaunchSite: first !== undefined,
    agmCount: path.agms.length,
    linePoints: path.pigLineGenerated.length,
    pigCount: path.pigs.length,
    notes: path.notes,
  };
}
