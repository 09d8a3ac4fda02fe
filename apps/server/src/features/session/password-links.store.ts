import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { hashToken, makeToken } from './random-token.ts';

/** A one-time link; only its hash is kept. */
export async function addPasswordLink(change: Change, userId: number, validH: number): Promise<string> {
  const token = makeToken();
  await change.db
    .insertInto('password_links')
    .values({ hash: hashToken(token), user_id: userId, expires_at: sql<Date>`now() + make_interval(hours => ${validH})` })
    .execute();
  return token;
}

/** Uses up the link and every other link of the same person; answers whose it was. */
export async function usePasswordLink(change: Change, token: string): Promise<number | null> {
  const used = await change.db
    .updateTable('password_links')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) return null;
  await change.db
    .updateTable('password_links')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', used.user_id)
    .where('used_at', 'is', null)
    .execute();
  return used.user_id;
}
