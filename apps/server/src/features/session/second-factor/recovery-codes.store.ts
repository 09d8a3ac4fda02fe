import type { UserId } from '@waymark/domain/ids';
import type { Change } from '../../../platform/database/change.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

/** Replaces the user's recovery codes. Only hashes are stored. */
export async function replaceRecoveryCodes(change: Change, userId: UserId): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await deleteRecoveryCodes(change, userId);
  await change.db
    .insertInto('recovery_codes')
    .values(codes.flatMap((code) => hashRecoveryCode(code) ?? []).map((hash) => ({ user_id: userId, hash })))
    .execute();
  return codes;
}

export async function deleteRecoveryCodes(change: Change, userId: UserId): Promise<void> {
  await change.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Uses the code up; false: it is not the user's, or was used. */
export async function consumeRecoveryCode(change: Change, userId: UserId, hash: Buffer): Promise<boolean> {
  const deleted = await change.db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
