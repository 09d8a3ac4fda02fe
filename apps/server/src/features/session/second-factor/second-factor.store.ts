import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Change } from '../../../platform/database/change.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp.ts';

export type Proof = 'authenticator' | 'recovery-code';

async function lockFactor(change: Change, userId: UserId) {
  return change.db
    .selectFrom('totp_factors')
    .select(['sealed_secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores a secret that waits for its first code; false when the user has a confirmed one. */
export async function storePendingFactor(change: Change, userId: UserId, sealedSecret: Buffer): Promise<boolean> {
  const stored = await change.db
    .insertInto('totp_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: sql<Date>`now()`, last_step: 0 })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Turns the pending factor on if the code is right, with these recovery codes. */
export async function confirmFactor(
  change: Change,
  { userId, code, box, recoveryCodes }: { userId: UserId; code: string; box: SecretBox; recoveryCodes: string[] },
): Promise<'confirmed' | 'wrong' | 'none-pending'> {
  const factor = await lockFactor(change, userId);
  if (!factor || factor.confirmed_at !== null) return 'none-pending';
  const step = findStep(box.open(factor.sealed_secret), code, Date.now());
  if (step === undefined) return 'wrong';
  await change.db
    .updateTable('totp_factors')
    .set({ confirmed_at: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .execute();
  await change.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const hashes = recoveryCodes.flatMap((each) => hashRecoveryCode(each) ?? []);
  await change.db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
  return 'confirmed';
}

/** Uses up a code of the app or a recovery code; undefined: it is wrong or was used before. */
export async function consumeCode(
  change: Change,
  { userId, code, box }: { readonly userId: UserId; readonly code: string; readonly box: SecretBox },
): Promise<Proof | undefined> {
  const factor = await lockFactor(change, userId);
  if (!factor || factor.confirmed_at === null) return undefined;
  const hash = hashRecoveryCode(code);
  if (hash) return (await deleteRecoveryCode(change, userId, hash)) ? 'recovery-code' : undefined;
  const step = findStep(box.open(factor.sealed_secret), code.replaceAll(/\s/g, ''), Date.now());
  if (step === undefined || step <= factor.last_step) return undefined;
  await change.db.updateTable('totp_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
  return 'authenticator';
}

async function deleteRecoveryCode(change: Change, userId: UserId, hash: Buffer): Promise<boolean> {
  const deleted = await change.db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes the factor with its recovery codes and pending sign-ins; false when it was not on. */
export async function deleteFactor(change: Change, userId: UserId): Promise<boolean> {
  const deleted = await change.db
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  await change.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await change.db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
  return deleted !== undefined && deleted.confirmed_at !== null;
}
