import { hash, verify } from '@node-rs/argon2';
import { TurnQueue, type Turn } from '../throttle/turn-queue.ts';
import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';

// argon2id at 19 MiB, two passes: the work factor OWASP names as the floor.
const WORK = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Two of Node's four pool threads stay free for files and name lookups.
export const hashing = new TurnQueue({ running: 2, waiting: 32 });
/** Work of signed-in users and of the server itself. */
const SIGNED_IN: Turn = { key: 'signed in', failures: 0 };

export function hashPassword(password: string, turn = SIGNED_IN): Promise<string> {
  return hashing.run(turn, () => hash(password, WORK));
}

let decoy: Promise<string> | undefined;

/** Compares with a decoy hash when the account does not exist, so that the response time reveals nothing. */
export function verifyPassword(stored: string | undefined, password: string, turn = SIGNED_IN): Promise<boolean> {
  return hashing.run(turn, async () => {
    decoy ??= hash('an account that does not exist', WORK);
    const matches = await verify(stored ?? (await decoy), password);
    return stored !== undefined && matches;
  });
}

/**
 * Whether the user still has the password that was compared. Its lock delays a replacement until the change ends, so
 * that the replacement also ends a session that the change opens.
 */
export async function holdPassword(change: Change, userId: UserId, compared: string): Promise<boolean> {
  const held = await change.db
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held?.hash === compared;
}

export async function storePasswordHash(change: Change, userId: UserId, stored: string): Promise<void> {
  await change.db
    .insertInto('passwords')
    .values({ user_id: userId, hash: stored })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash: stored, changed_at: sql<Date>`now()` }))
    .execute();
}
