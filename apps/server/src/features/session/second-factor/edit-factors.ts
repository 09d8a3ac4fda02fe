import type { UserId } from '@waymark/domain/ids';
import type { Change } from '../../../platform/database/change.ts';
import type { SignedInCall } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';
import { noteProof } from '../session.store.ts';
import { replaceRecoveryCodes } from './recovery-codes.store.ts';
import { findStanding, type FactorRules } from './rule/factor-rule.ts';
import { hasSecondFactor } from './second-factor.queries.ts';
import { deleteRest, lockFactors } from './second-factor.store.ts';

/** Adds a second factor of the caller. The first one brings the recovery codes; others answer none. */
export async function addFactor<Stored>(
  change: Change,
  { actor }: SignedInCall,
  store: () => Promise<Stored>,
): Promise<{ readonly stored: Stored; readonly recoveryCodes: string[] }> {
  const { userId, sessionId } = actor;
  await lockFactors(change, userId);
  const isFirst = !(await hasSecondFactor(change, userId));
  const stored = await store();
  await noteProof(change, sessionId, 'factor');
  return { stored, recoveryCodes: isFirst ? await replaceRecoveryCodes(change, userId) : [] };
}

/** Removes a second factor; refuses the last one of a user whom a rule covers. */
export async function removeFactor(
  change: Change,
  userId: UserId,
  rules: FactorRules,
  remove: () => Promise<void>,
): Promise<void> {
  await lockFactors(change, userId);
  await remove();
  const { hasFactor, isRequired } = await findStanding(change, userId, rules);
  if (hasFactor) return;
  if (isRequired) throw problem('last-second-factor');
  await deleteRest(change, userId);
}
