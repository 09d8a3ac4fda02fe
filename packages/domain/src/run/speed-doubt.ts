import { LIMITS } from '../path/pig-path.ts';
import { metresPerSecond, metresPerSecondToMph } from '../units/speed.ts';
import { layCourse } from './estimate/course.ts';
import { reckon } from './estimate/estimate.ts';
import { findMarker, type Run } from './run.ts';

// Speeds that are hardly those of a pig. Nothing is refused: the user is asked once more.

/** The conversion factors are not exact inverses: 20 mph come back as 20.00003. */
const TOLERANCE = 1.0001;

const isTooFast = (speed: number) => metresPerSecondToMph(metresPerSecond(speed)) > LIMITS.speedMph.to * TOLERANCE;

/** Whether a speed is outside the range of a path; 0 stands for a pig that is stopped. */
export function isUnusualSpeed(speed: number): boolean {
  const mph = metresPerSecondToMph(metresPerSecond(speed));
  return speed !== 0 && (mph * TOLERANCE < LIMITS.speedMph.from || isTooFast(speed));
}

/**
 * The speed, in metres per second, that a passage at a marker implies from the verified one before it, or to the one
 * after it, if no pig is that fast; null: possible. A pig may stand, so no speed is too low.
 */
export function findImpossibleSpeed(run: Run, markerName: string, passageAt: number): number | null {
  const marker = findMarker(run, markerName);
  if (!marker) return null;
  const { seen } = reckon(run, layCourse(run.path));
  const before = seen.findLast(({ distanceM }) => distanceM < marker.fromLaunchM);
  const after = seen.find(({ distanceM }) => distanceM > marker.fromLaunchM);
  const speeds = [before, after].flatMap((point) =>
    point ? [Math.abs((marker.fromLaunchM - point.distanceM) / ((passageAt - point.seenAt) / 1000))] : [],
  );
  const fastest = Math.max(0, ...speeds);
  return isTooFast(fastest) ? fastest : null;
}
