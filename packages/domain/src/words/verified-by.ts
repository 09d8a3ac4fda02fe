import { inEnglish, type Translate } from '../language/translate.ts';
import { AUTOMATIC, isManual, type RunPassage } from '../run/run.ts';

/** "Verified by Dana Reyes", "Verified, automatic", "Set by hand by Dana Reyes", "Not verified". */
export function describeVerifier(
  passage: Pick<RunPassage, 'isVerified' | 'verifiedBy' | 'uid'>,
  t: Translate = inEnglish,
): string {
  const { isVerified, verifiedBy } = passage;
  if (!isVerified) return t('Not verified');
  if (isManual(passage))
    return verifiedBy === undefined ? t('Set by hand') : t('Set by hand by {name}', { name: verifiedBy });
  if (verifiedBy === undefined) return t('Verified');
  return verifiedBy === AUTOMATIC ? t('Verified, automatic') : t('Verified by {name}', { name: verifiedBy });
}
