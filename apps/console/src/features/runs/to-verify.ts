import { findMarker, type Run, type RunPassage } from '@waymark/domain/run/run';

type Judged = Pick<Run, 'passages' | 'path' | 'launchAt'>;

/** Whether the pig was confirmed at this place or further back only later: then the passage was not the pig. */
function isImpossible(run: Judged, { markerName, passageAt }: RunPassage): boolean {
  if (run.launchAt !== null && passageAt < run.launchAt) return true;
  const marker = findMarker(run, markerName);
  if (!marker) return false;
  return run.passages.some((other) => {
    const before = other.isVerified ? findMarker(run, other.markerName) : null;
    return !!before && before.fromLaunchM <= marker.fromLaunchM && other.passageAt > passageAt;
  });
}

/**
 * The passages about which a user has to decide: heard and not verified. Left out are passages that cannot be the pig:
 * at a marker where another one is verified, or before a confirmed passage further back.
 */
export function listOpenPassages(run: Judged): readonly RunPassage[] {
  const decided = new Set(run.passages.flatMap(({ isVerified, markerName }) => (isVerified ? [markerName] : [])));
  return run.passages.filter(
    (passage) =>
      passage.uid !== null &&
      !passage.isVerified &&
      (passage.markerName === null || !decided.has(passage.markerName)) &&
      !isImpossible(run, passage),
  );
}

/** Only those at a marker: the others may be anything. */
export const countToVerify = (run: Judged): number =>
  listOpenPassages(run).filter(({ markerName }) => markerName !== null).length;
