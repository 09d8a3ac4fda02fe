import { splitVerified, type RunOfPassage } from './run-of-passage.ts';

// When a passage may be verified, and which time it may get. One set of rules for charts, history, markers and server.

export type VerificationFault = 'marker-verified' | 'before-launch' | 'in-future' | 'before-previous' | 'after-further';
export type TimeFault = Exclude<VerificationFault, 'marker-verified'> | 'too-early';

export interface PlacedPassage {
  /** UTC milliseconds. */
  readonly passageAt: number;
  readonly now: number;
  /** Null: it belongs to no run. */
  readonly run: RunOfPassage | null;
  /** Where in its run. */
  readonly markerName: string | null;
}

/** No device was in the field before. */
export const EARLIEST_PASSAGE_AT = Date.UTC(2015, 0, 1);

/** strictly after what is before it on the line, strictly before what comes after. */
function findOrderFault(
  passageAt: number,
  run: RunOfPassage,
  markerName: string,
): 'before-previous' | 'after-further' | null {
  const { before, after } = splitVerified(run, markerName);
  if (before.some((at) => passageAt <= at)) return 'before-previous';
  return after.some((at) => passageAt >= at) ? 'after-further' : null;
}

/** Why a passage that is not verified cannot be; null: it can. Without a run and a marker nothing speaks against it. */
export function findVerificationFault({ passageAt, now, run, markerName }: PlacedPassage): VerificationFault | null {
  if (run === null || markerName === null) return null;
  if (run.verifiedPassages.some((passage) => passage.markerName === markerName)) return 'marker-verified';
  if (passageAt <= run.launchAt) return 'before-launch';
  if (passageAt > now) return 'in-future';
  return findOrderFault(passageAt, run, markerName);
}

/** Why a passage cannot have this time; null: it can. */
export function findTimeFault({ passageAt, now, run, markerName }: PlacedPassage): TimeFault | null {
  if (passageAt < EARLIEST_PASSAGE_AT) return 'too-early';
  if (run !== null && passageAt <= run.launchAt) return 'before-launch';
  if (passageAt > now) return 'in-future';
  return run === null || markerName === null ? null : findOrderFault(passageAt, run, markerName);
}
