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

interface Check {
  readonly message: string;
  readonly isBroken: (draft: PathDraft) => boolean;
}

const isOutside = (value: number | null, { from, to }: { readonly from: number; readonly to: number }) =>
  value !== null && !(value >= from && value <= to);

export const SAVE_CHECKS: readonly Check[] = [
  { message: 'CSV file is required.', isBroken: ({ csvFileName }) => csvFileName === null || csvFileName === '' },
  {
    message: 'The CSV file name is too long. Maximum length is 250 characters.',
    isBroken: ({ csvFileName }) => (csvFileName ?? '').length > LIMITS.csvFileName,
  },
  { message: 'Pig run name cannot be empty or contain only whitespace.', isBroken: ({ name }) => name.trim() === '' },
  {
    message: 'Pig run name is too long. Maximum length is 150 characters.',
    isBroken: ({ name }) => name.length > LIMITS.name,
  },
  { message: 'Missing expected speed', isBroken: ({ speedMph }) => speedMph === null },
  {
    message: 'Expected speed is not between .1 and 20 mph.',
    isBroken: ({ speedMph }) => isOutside(speedMph, LIMITS.speedMph),
  },
  { message: 'Missing pipeline diameter', isBroken: ({ diameterIn }) => diameterIn === null },
  {
    message: 'Pipeline diameter is not between 4 and 50 inches.',
    isBroken: ({ diameterIn }) => isOutside(diameterIn, LIMITS.diameterIn),
  },
  { message: 'Missing receive site', isBroken: ({ hasReceiveSite }) => !hasReceiveSite },
  { message: 'Missing launch site', isBroken: ({ hasLaunchSite }) => !hasLaunchSite },
  { message: 'Need to add at least 1 AGM', isBroken: ({ agmCount }) => agmCount === 0 },
  { message: 'Missing AGMs or launch/receive sites', isBroken: ({ linePoints }) => linePoints < 2 },
  { message: 'Need to add at least 1 pig', isBroken: ({ pigCount }) => pigCount === 0 },
  { message: 'Pig run notes cannot exceed 1000 characters.', isBroken: ({ notes }) => notes.length > LIMITS.notes },
];

/** The first fault; null: the path may be saved. */
export function findSaveFault(draft: PathDraft): string | null {
  return SAVE_CHECKS.find(({ isBroken }) => isBroken(draft))?.message ?? null;
}

export const FIELD_RULES = {
  name: 'Enter pig run name.',
  speed: 'Expected speed between 0.1 and 20 mph is required to calculate ETAs!',
  diameter: 'A pipeline diameter between 4 and 50 inches is required to use Machine Learning.',
  csvFileName: 'A file name of up to 50 characters is recommended.',
} as const;

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
