import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../../../platform/database/change.ts';
import type { Reader } from '../../../../platform/database/database.ts';

interface StoredPasskey {
  readonly userId: UserId;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly rpId: string;
  readonly transports: string[];
  readonly name: string;
}

/** The user's passkeys, the oldest first. */
export async function listPasskeys({ db }: Pick<Reader, 'db'>, userId: UserId) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'rp_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}
export type ListedPasskey = Awaited<ReturnType<typeof listPasskeys>>[number];

export async function findPasskey({ db }: Pick<Reader, 'db'>, userId: UserId, credentialId: Buffer) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'rp_id', 'name'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Stores a passkey; undefined: it is stored already, for this user or another. */
export async function insertPasskey(change: Change, passkey: StoredPasskey) {
  return change.db
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      rp_id: passkey.rpId,
      transports: passkey.transports,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
}

/**
 * Notes the use of a passkey with the counter of its answer. False: the counter has not grown, so there is a copy of the
 * passkey. Passkeys without a counter always send 0.
 */
export async function noteUse(change: Change, passkeyId: number, counter: number): Promise<boolean> {
  const noted = await change.db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', passkeyId)
    .where(sql<boolean>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Removes a passkey of the user and answers its name; undefined: there is none. */
export async function deletePasskey(change: Change, userId: UserId, passkeyId: number): Promise<string | undefined> {
  const deleted = await change.db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}
