import { AUTOMATIC, isManual, type RunPassage } from '../run/run.ts';

/** "Verified by Dana Reyes", "Verified, automatic", "Set by hand by Dana Reyes", "Not verified". */
export function describeVerifier(passage: Pick<RunPassage, 'isVerified' | 'verifiedBy' | 'uid'>): string {
  const { isVerified, verifiedBy } = passage;
  if (!isVerified) return 'Not verified';
  const words = isManual(passage) ? 'Set by hand' : 'Verified';
  if (verifiedBy === undefined) return words;
  return verifiedBy === AUTOMATIC ? `${words}, ${AUTOMATIC}` : `${words} by ${verifiedBy}`;
}
