import {
  findTimeFault,
  findVerificationFault,
  type TimeFault,
  type VerificationFault,
} from '../verification/verification.ts';
import type { RunOfPassage } from '../verification/run-of-passage.ts';
import type { LaunchFault, ManualFault, NewLaunchFault, ReceiveFault } from './refusal.ts';
import { passageKey, type Run, type RunPassage } from './run.ts';

// Validates the times of a run.

type Judged = Pick<Run, 'path' | 'launchAt' | 'completedAt' | 'passages'>;

/** The rest of the run, against which a passage is checked. A run that is not launched accepts none. */
export function withoutPassage({ path, launchAt, passages }: Judged, passage: RunPassage | null): RunOfPassage {
  const own = passage && passageKey(passage);
  return {
    launchAt: launchAt ?? Number.POSITIVE_INFINITY,
    // Positions replace distances (T-147): two markers may have the same distance.
    markers: path.markers.map(({ name, state }, at) => ({ name, state, distanceM: at })),
    verifiedPassages: passages.flatMap((other) =>
      other.isVerified && other.markerName !== null && passageKey(other) !== own
        ? [{ markerName: other.markerName, passageAt: other.passageAt }]
        : [],
    ),
  };
}

/** The reason why a passage cannot be verified at its marker; null: it can. */
export function findVerifyFault(run: Judged, passage: RunPassage, now: number): VerificationFault | null {
  return findVerificationFault({
    passageAt: passage.passageAt,
    now,
    run: withoutPassage(run, passage),
    markerName: passage.markerName,
  });
}

/**
 * The reason why a verified passage cannot have this time. An unverified one may have any time between the launch and
 * now.
 */
export function findEditFault(run: Judged, passage: RunPassage, passageAt: number, now: number): TimeFault | null {
  const markerName = passage.isVerified ? passage.markerName : null;
  return findTimeFault({ passageAt, now, run: withoutPassage(run, passage), markerName });
}

export const isAfterReceive = ({ completedAt }: Pick<Run, 'completedAt'>, passageAt: number): boolean =>
  completedAt !== null && passageAt > completedAt;

/** The reason why a user cannot add a passage at a marker; null: they can. `passageAt` is null if unreadable. */
export function findManualFault(
  run: Judged,
  markerName: string,
  passageAt: number | null,
  now: number,
): ManualFault | null {
  if (passageAt === null) return 'unreadable';
  const fault = findVerificationFault({ passageAt, now, run: withoutPassage(run, null), markerName });
  if (fault === 'marker-verified' || fault === 'before-launch') return fault;
  return isAfterReceive(run, passageAt) ? 'after-receive' : fault;
}

/** Tolerance for clock differences: a console's "now" may still be in the future on the server. */
export const CLOCKS_DIFFER_MS = 2000;

/** The reason why the run cannot have this receive time; null: it can. */
export function findReceiveFault(
  { launchAt, passages }: Judged,
  completedAt: number,
  now: number,
): ReceiveFault | null {
  if (launchAt === null || completedAt <= launchAt) return { code: 'before-launch' };
  const last = passages
    .filter(({ isVerified, markerName, passageAt }) => isVerified && markerName !== null && passageAt >= completedAt)
    .toSorted((one, other) => other.passageAt - one.passageAt)[0];
  if (last) return { code: 'before-passage', markerName: last.markerName };
  return completedAt > now ? { code: 'in-future' } : null;
}

/**
 * The reason why a new run cannot have this launch time; null: it can. `launchAt` is null if missing or unreadable.
 */
export function findNewLaunchFault(launchAt: number | null, now: number): NewLaunchFault | null {
  if (launchAt === null) return 'unreadable';
  return launchAt > now ? 'in-future' : null;
}

/** The reason why an active run cannot have this launch time; null: it can. */
export function findLaunchFault({ passages }: Judged, launchAt: number, now: number): LaunchFault | null {
  if (launchAt > now) return { code: 'in-future' };
  const earliest = passages
    .filter(({ isVerified, markerName }) => isVerified && markerName !== null)
    .map(({ passageAt }) => passageAt);
  const first = Math.min(...earliest);
  return launchAt >= first ? { code: 'after-passage', passageAt: first } : null;
}
