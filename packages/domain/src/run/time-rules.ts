import { formatUtcSecond } from '../time/utc.ts';
import {
  findTimeFault,
  findVerificationFault,
  type TimeFault,
  type VerificationFault,
} from '../verification/verification.ts';
import type { RunOfPassage } from '../verification/run-of-passage.ts';
import { passageKey, type Run, type RunPassage } from './run.ts';

// What may be said of a run's times, in the words of the screens (doc 3 §5.4).

type Judged = Pick<Run, 'path' | 'launchAt' | 'recieveAt' | 'passages'>;

/** What a passage is held against: the run without the passage itself. A run that was not launched has no passage to judge. */
export function withoutPassage({ path, launchAt, passages }: Judged, passage: RunPassage | null): RunOfPassage {
  const own = passage && passageKey(passage);
  return {
    launchAt: launchAt ?? Number.POSITIVE_INFINITY,
    // By their order (T-147): two of them may be counted at the same distance.
    markers: path.markers.map(({ name, state }, at) => ({ name, state, distanceM: at })),
    verifiedPassages: passages.flatMap((other) =>
      other.isVerified && other.markerName !== null && passageKey(other) !== own
        ? [{ markerName: other.markerName, passageAt: other.passageAt }]
        : [],
    ),
  };
}

/** Why a passage of the run cannot be verified at its marker; null: it can. */
export function findVerifyFault(run: Judged, passage: RunPassage, now: number): VerificationFault | null {
  return findVerificationFault({
    passageAt: passage.passageAt,
    now,
    run: withoutPassage(run, passage),
    markerName: passage.markerName,
  });
}

/** Why a verified passage cannot have this time; one that is not verified may have any that is not before the launch or to come. */
export function findEditFault(run: Judged, passage: RunPassage, passageAt: number, now: number): TimeFault | null {
  const markerName = passage.isVerified ? passage.markerName : null;
  return findTimeFault({ passageAt, now, run: withoutPassage(run, passage), markerName });
}

/** The documents have no words for a passage that is edited or verified in a run which was received before. */
export const AFTER_RECEIVE = 'Entered Time is after Receive Time';
export const isAfterReceive = ({ recieveAt }: Pick<Run, 'recieveAt'>, passageAt: number): boolean =>
  recieveAt !== null && passageAt > recieveAt;

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

/** Why a person cannot add a passage at a marker; null: he can. An unreadable time is null. */
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

/** A console knows the server's time by messages that travel: what it calls "now" may still be to come there. */
export const CLOCKS_DIFFER_MS = 2000;

/** Why the run cannot have been received then, in words; null: it can. */
export function findReceiveFault({ launchAt, passages }: Judged, recieveAt: number, now: number): string | null {
  if (launchAt === null || recieveAt <= launchAt) return 'Receive Time is before Launch Time';
  const last = passages
    .filter(({ isVerified, markerName, passageAt }) => isVerified && markerName !== null && passageAt >= recieveAt)
    .toSorted((one, other) => other.passageAt - one.passageAt)[0];
  if (last) return `Time is before Psg at Marker ${last.markerName}`;
  return recieveAt > now ? 'Error ! Receive Time entered is in the Future.' : null;
}

/** Why a run cannot be launched then, in the words of "Add launch time"; null: it can. An unreadable time, or none, is null. */
export function findNewLaunchFault(launchAt: number | null, now: number): string | null {
  if (launchAt === null) return 'Error ! Invalid format.';
  return launchAt > now ? 'Error ! Launch can not be set to future time.' : null;
}

/** The words for an active run; the second is the server's own. */
export function findLaunchFault({ passages }: Judged, launchAt: number, now: number): string | null {
  if (launchAt > now) return 'Error ! Launch cannot be set to future time.';
  const earliest = passages
    .filter(({ isVerified, markerName }) => isVerified && markerName !== null)
    .map(({ passageAt }) => passageAt);
  const first = Math.min(...earliest);
  return launchAt >= first ? `There is a verified passage at ${formatUtcSecond(first)}.` : null;
}
