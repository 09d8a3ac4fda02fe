import type { Run, RunPassage } from '@waymark/domain/run/run';

/**
 * The passages about which a user has to decide: heard, not verified, and at no marker where another one is verified
 * already, because those were not the pig.
 */
export function listOpenPassages({ passages }: Pick<Run, 'passages'>): readonly RunPassage[] {
  const decided = new Set(passages.flatMap(({ isVerified, markerName }) => (isVerified ? [markerName] : [])));
  return passages.filter(
    ({ isVerified, markerName, uid }) =>
      uid !== null && !isVerified && (markerName === null || !decided.has(markerName)),
  );
}

/** Only those at a marker: the others may be anything. */
export const countToVerify = (run: Pick<Run, 'passages'>): number =>
  listOpenPassages(run).filter(({ markerName }) => markerName !== null).length;
