import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { notifyIdentity, type IdentityNotice } from './identity-notice.ts';
import { tidyKeys } from './keys/keys.store.ts';
import { hashToken } from '../../platform/crypto/random-token.ts';

export async function findSessionOfRefreshToken(change: Change, token: string) {
  return change.db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'users.id as userId',
      'users.group_id as groupId',
      sql<boolean>`users.external_issuer is not null`.as('isExternal'),
    ])
    .where('refresh_tokens.hash', '=', hashToken(token))
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst();
}

export async function keepExternalRefresh(change: Change, sessionId: string, sealed: Buffer): Promise<void> {
  await change.db.updateTable('sessions').set({ external_refresh: sealed }).where('id', '=', sessionId).execute();
}

/** Notes that the password or a second factor was shown in the session. */
export async function noteProof(change: Change, sessionId: string, of: 'password' | 'factor'): Promise<void> {
  await change.db
    .updateTable('sessions')
    .set(of === 'password' ? { password_at: sql<Date>`now()` } : { factor_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/** Ends one session, all of a user's, or all but one; notifies every node. */
export async function endSessions(change: Change, ended: IdentityNotice, why: string): Promise<void> {
  let query = change.db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: why, external_refresh: null })
    .where('user_id', '=', ended.userId)
    .where('ended_at', 'is', null);
  if (ended.sessionId !== undefined) query = query.where('id', '=', ended.sessionId);
  if (ended.exceptSessionId !== undefined) query = query.where('id', '!=', ended.exceptSessionId);
  await query.execute();
  await notifyIdentity(change, ended);
}

/** Deletes sessions, links and attempts that ended or expired long ago. */
export async function tidySessions(change: Change): Promise<void> {
  await sql`delete from sessions where expires_at < now() - interval '1 day' or ended_at < now() - interval '30 days'`.execute(
    change.db,
  );
  await sql`delete from password_links where expires_at < now() - interval '1 day'`.execute(change.db);
  await tidyKeys(change);
  await sql`delete from sign_in_tickets where expires_at < now()`.execute(change.db);
  await sql`delete from passkey_challenges where expires_at < now()`.execute(change.db);
  await sql`delete from attempts where last_at < now() - interval '1 day'`.execute(change.db);
}
