import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Change } from '../../../platform/database/change.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { consumeRecoveryCode, deleteRecoveryCodes } from './recovery-codes.store.ts';
import { hasSecondFactor } from './second-factor.queries.ts';
import { findStep } from './totp.ts';

export type Proof = 'authenticator' | 'recovery-code' | 'passkey';

async function lockFactor(change: Change, userId: UserId) {
  return change.db
    .selectFrom('totp_factors')
    .select(['sealed_secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks all second factors of the user until the change ends, so that it knows the first and the last one. */
export async function lockFactors(change: Change, userId: UserId): Promise<void> {
  await change.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
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

/** Puts the pending app in use if the code is right. */
export async function confirmFactor(
  change: Change,
  { userId, code, box }: { readonly userId: UserId; readonly code: string; readonly box: SecretBox },
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
  return 'confirmed';
}

/** Uses up a code of the app or a recovery code; undefined: it is wrong or was used before. */
export async function consumeCode(
  change: Change,
  { userId, code, box }: { readonly userId: UserId; readonly code: string; readonly box: SecretBox },
): Promise<Proof | undefined> {
  const hash = hashRecoveryCode(code);
  if (hash) {
    const isRight = (await hasSecondFactor(change, userId)) && (await consumeRecoveryCode(change, userId, hash));
    return isRight ? 'recovery-code' : undefined;
  }
  const factor = await lockFactor(change, userId);
  if (!factor || factor.confirmed_at === null) return undefined;
  const step = findStep(box.open(factor.sealed_secret), code.replaceAll(/\s/g, ''), Date.now());
  if (step === undefined || step <= factor.last_step) return undefined;
  await change.db.updateTable('totp_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
  return 'authenticator';
}

/** Deletes the app; false when it was not in use. */
export async function deleteApp(change: Change, userId: UserId): Promise<boolean> {
  const deleted = await change.db
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return deleted !== undefined && deleted.confirmed_at !== null;
}

/** Deletes what is worth nothing without a second factor. */
export async function deleteRest(change: Change, userId: UserId): Promise<void> {
  await deleteRecoveryCodes(change, userId);
  await change.db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute();
}

/** Deletes app, passkeys, recovery codes and pending sign-ins; false when there was neither app nor passkey. */
export async function deleteFactors(change: Change, userId: UserId): Promise<boolean> {
  await lockFactors(change, userId);
  const hadApp = await deleteApp(change, userId);
  const passkeys = await change.db.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  await deleteRest(change, userId);
  return hadApp || passkeys.length > 0;
}
