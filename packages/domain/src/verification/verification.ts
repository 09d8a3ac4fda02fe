import { splitVerified, type RunOfPassage } from './run-of-passage.ts';

// Rules for verifying a passage and for changing its time, shared by charts, history, markers and the server.

export type VerificationFault = 'marker-verified' | 'before-launch' | 'in-future' | 'before-previous' | 'after-further';
export type TimeFault = Exclude<VerificationFault, 'marker-verified'> | 'too-early';

export interface PlacedPassage {
  /** UTC milliseconds. */
  readonly passageAt: number;
  readonly now: number;
  /** null: it belongs to no run. */
  readonly run: RunOfPassage | null;
  /** The marker in its run. */
  readonly markerName: string | null;
}

/** There were no devices in the field before. */
export const EARLIEST_PASSAGE_AT = Date.UTC(2015, 0, 1);

/** Strictly after the verified passages before it on the line, strictly before those after it. */
function findOrderFault(
  passageAt: number,
  run: RunOfPassage,
  markerName: string,
): 'before-previous' | 'after-further' | null {
  const { before, after } = splitVerified(run, markerName);
  if (before.some((at) => passageAt <= at)) return 'before-previous';
  return after.some((at) => passageAt >= at) ? 'after-further' : null;
}

/** The reason why an unverified passage cannot be verified; null: it can. Without a run and a marker there is none. */
export function findVerificationFault({ passageAt, now, run, markerName }: PlacedPassage): VerificationFault | null {
  if (run === null || markerName === null) return null;
  if (run.verifiedPassages.some((passage) => passage.markerName === markerName)) return 'marker-verified';
  if (passageAt <= run.launchAt) return 'before-launch';
  if (passageAt > now) return 'in-future';
  return findOrderFault(passageAt, run, markerName);
}

/** The reason why a passage cannot have this time; null: it can. */
export function findTimeFault({ passageAt, now, run, markerName }: PlacedPassage): TimeFault | null {
  if (passageAt < EARLIEST_PASSAGE_AT) return 'too-early';
  if (run !== null && passageAt <= run.launchAt) return 'before-launch';
  if (passageAt > now) return 'in-future';
  return run === null || markerName === null ? null : findOrderFault(passageAt, run, markerName);
}
