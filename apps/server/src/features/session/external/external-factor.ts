import type { UserId } from '@waymark/domain/ids';
import type { Reader } from '../../../platform/database/database.ts';
import { problem } from '../../../platform/http/problem.ts';
import { findStanding, type FactorRules } from '../second-factor/rule/factor-rule.ts';

/**
 * Refuses a user of an external provider whom a rule covers, unless the provider asked for a second factor: as the claims
 * of this sign-in say, or at the sign-in of a session that still goes on.
 */
export async function checkExternalFactor(
  reader: Reader,
  userId: UserId,
  rules: FactorRules,
  signIn?: { readonly isProven: boolean },
): Promise<void> {
  if (signIn?.isProven) return;
  const { isRequired, hasProvenSession } = await findStanding(reader, userId, rules);
  if (isRequired && (signIn !== undefined || !hasProvenSession)) throw problem('second-factor-missing');
}
