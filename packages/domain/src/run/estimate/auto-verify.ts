import type { Course } from './course.ts';
import { predictArrival, reckon } from './estimate.ts';
import { findVerifyFault } from '../time-rules.ts';
import type { Run, RunPassage } from '../run.ts';

const MINUTE_MS = 60_000;

/** Estimates the probability that the pig has passed the marker at `distanceM` unseen. */
export type JudgeMissed = (run: Run, course: Course, distanceM: number, now: number) => number;

/** Above this probability a silent marker counts as missed and is no longer waited for. */
export const MISSED_ABOVE = 0.5;

/**
 * Markers that may be the next: the first unverified one, and each following one while all before it count as missed.
 */
export function listExpected(run: Run, course: Course, at: number, judgeMissed: JudgeMissed): ReadonlySet<string> {
  const { next } = reckon(run, course);
  const names = new Set<string>();
  if (next < 0) return names;
  const verified = new Set(
    run.passages.flatMap(({ markerName, isVerified }) => (isVerified && markerName !== null ? [markerName] : [])),
  );
  for (const marker of run.path.markers.slice(next)) {
    if (marker.state !== 'TRACK' || verified.has(marker.name)) continue;
    names.add(marker.name);
    if (judgeMissed(run, course, marker.fromLaunchM, at) <= MISSED_ABOVE) break;
  }
  return names;
}

/** Whether the system verifies a new passage without a user. */
export function isVerifiedBySystem(
  run: Run,
  course: Course,
  passage: RunPassage,
  now: number,
  judgeMissed: JudgeMissed,
): boolean {
  const marker = run.path.markers.find(({ name }) => name === passage.markerName);
  if (!marker?.autoVerify || passage.isVerified) return false;
  if (!listExpected(run, course, passage.passageAt, judgeMissed).has(marker.name)) return false;
  const predictedAt = predictArrival(reckon(run, course), marker.fromLaunchM);
  if (predictedAt === null || Math.abs(passage.passageAt - predictedAt) > run.auto.verifyMinutes * MINUTE_MS)
    return false;
  return findVerifyFault(run, passage, now) === null;
}
