import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../../../platform/database/change.ts';
import { hashToken, makeToken } from '../../../../platform/crypto/random-token.ts';

export const CHALLENGE_MINUTES = 5;

/** The use of a challenge. No other use, session or sign-in accepts the answer to it. */
export interface ChallengeUse {
  readonly userId: UserId;
  readonly purpose: 'add' | 'sign-in' | 'step-up';
  /** The id of the session, or the hash of the sign-in's ticket. */
  readonly holder: string;
}

/** Issues a challenge, which replaces an earlier one of the same use; only its hash is stored. */
export async function issueChallenge(change: Change, { userId, purpose, holder }: ChallengeUse): Promise<string> {
  const challenge = makeToken();
  const row = {
    hash: hashToken(challenge),
    expires_at: sql<Date>`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
  };
  await change.db
    .insertInto('passkey_challenges')
    .values({ user_id: userId, purpose, holder, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose', 'holder']).doUpdateSet(row))
    .execute();
  return challenge;
}

/** Uses the challenge up; false: it was used, is of another use, or its time is over. */
export async function consumeChallenge(
  change: Change,
  { userId, purpose, holder }: ChallengeUse,
  challenge: string,
): Promise<boolean> {
  const used = await change.db
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('holder', '=', holder)
    .where('hash', '=', hashToken(challenge))
    .returning(sql<boolean>`expires_at > now()`.as('isInTime'))
    .executeTakeFirst();
  return used?.isInTime ?? false;
}
