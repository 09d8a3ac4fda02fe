import { formatUtcSecond } from '../time/utc.ts';
import {
  findTimeFault,
  findVerificationFault,
  type TimeFault,
  type VerificationFault,
} from '../verification/verification.ts';
import type { RunOfPassage } from '../verification/run-of-passage.ts';
import { passageKey, type Run, type RunPassage } from './run.ts';

// Validates the times of a run, with the texts of the screens.

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

/** The documents have no text for editing or verifying a passage after the receive time; this one is ours. */
export const AFTER_RECEIVE = 'Entered Time is after Receive Time';
export const isAfterReceive = ({ completedAt }: Pick<Run, 'completedAt'>, passageAt: number): boolean =>
  completedAt !== null && passageAt > completedAt;

/** The documents declare a text for `already-exists` and never show it: `marker-verified` is found first. */
export type ManualFault = VerificationFault | 'unreadable' | 'after-receive' | 'already-exists';

export const MANUAL_WORDS: Readonly<Record<ManualFault, string>> = {
  unreadable: 'Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}',
  'marker-verified': 'This marker has previously verified passage',
  'before-launch': 'Manual passage Time is before Launch Time',
  'after-receive': 'Manual passage Time is after Receive Time',
  'in-future': 'Entered Time is in the Future',
  'before-previous': 'Entered Time is before or equals to a previously verified psg',
  'after-further': 'Entered Time is ahead of a further Verified Psg',
  'already-exists': 'Verified passage Already Exist at this location',
};

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
export function findReceiveFault({ launchAt, passages }: Judged, completedAt: number, now: number): string | null {
  if (launchAt === null || completedAt <= launchAt) return 'Receive Time is before Launch Time';
  const last = passages
    .filter(({ isVerified, markerName, passageAt }) => isVerified && markerName !== null && passageAt >= completedAt)
    .toSorted((one, other) => other.passageAt - one.passageAt)[0];
  if (last) return `Time is before Psg at Marker ${last.markerName}`;
  return completedAt > now ? 'Error ! Receive Time entered is in the Future.' : null;
}

/**
 * The reason why a run cannot have this launch time, in the words of "Add launch time"; null: it can. `launchAt` is
 * null if missing or unreadable.
 */
export function findNewLaunchFault(launchAt: number | null, now: number): string | null {
  if (launchAt === null) return 'Error ! Invalid format.';
  return launchAt > now ? 'Error ! Launch can not be set to future time.' : null;
}

/** The texts for an active run; the second is the server's own. */
export function findLaunchFault({ passages }: Judged, launchAt: number, now: number): string | null {
  if (launchAt > now) return 'Error ! Launch cannot be set to future time.';
  const earliest = passages
    .filter(({ isVerified, markerName }) => isVerified && markerName !== null)
    .map(({ passageAt }) => passageAt);
  const first = Math.min(...earliest);
  return launchAt >= first ? `There is a verified passage at ${formatUtcSecond(first)}.` : null;
}
