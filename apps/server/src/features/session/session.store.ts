import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { notifyIdentity, type IdentityNotice } from './identity-notice.ts';
import { hashToken, makeToken } from './random-token.ts';

export const SESSION_LIFE_DAYS = 14;
/** A cookie whose answer was lost on the way, or two tabs at once: the old token may come again this long. */
const REPEAT_GRACE_S = 10;

const untilExpiry = sql<Date>`now() + make_interval(days => ${SESSION_LIFE_DAYS})`;

interface NewSession {
  readonly userId: number;
  readonly address: string;
  readonly userAgent: string;
  readonly externalRefresh?: Buffer;
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly refreshToken: string;
}

async function addRefreshToken(change: Change, sessionId: string): Promise<string> {
  const token = makeToken();
  await change.db.insertInto('refresh_tokens').values({ hash: hashToken(token), session_id: sessionId }).execute();
  return token;
}

export async function openSession(change: Change, session: NewSession): Promise<OpenedSession> {
  const { id } = await change.db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      expires_at: untilExpiry,
      address: session.address,
      user_agent: session.userAgent.slice(0, 400),
      external_refresh: session.externalRefresh ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId: id, refreshToken: await addRefreshToken(change, id) };
}

export type Rotation =
  | { readonly kind: 'renewed'; readonly sessionId: string; readonly userId: number; readonly refreshToken: string; readonly externalRefresh: Buffer | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'reused'; readonly sessionId: string; readonly userId: number };

/** Trades a refresh token for the next one. A token that was traded before is a copy: its whole family ends. */
export async function rotateRefreshToken(change: Change, token: string): Promise<Rotation> {
  const hash = hashToken(token);
  const found = await change.db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select([
      'sessions.id as sessionId',
      'sessions.user_id as userId',
      'sessions.external_refresh as externalRefresh',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .forUpdate('sessions')
    .executeTakeFirst();
  if (!found) return { kind: 'unknown' };
  const { sessionId, userId } = found;
  // Read again under the lock: another request may have traded it a moment ago.
  const { isCopy } = await change.db
    .selectFrom('refresh_tokens')
    .select(sql<boolean>`coalesce(replaced_at < now() - make_interval(secs => ${REPEAT_GRACE_S}), false)`.as('isCopy'))
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  if (isCopy) {
    await endSessions(change, { userId, sessionId, reason: 'signed-out' }, 'refresh token used twice');
    return { kind: 'reused', sessionId, userId };
  }
  await change.db
    .updateTable('refresh_tokens')
    .set({ replaced_at: sql<Date>`coalesce(replaced_at, now())` })
    .where('hash', '=', hash)
    .execute();
  await change.db.updateTable('sessions').set({ expires_at: untilExpiry }).where('id', '=', sessionId).execute();
  const refreshToken = await addRefreshToken(change, sessionId);
  return { kind: 'renewed', sessionId, userId, refreshToken, externalRefresh: found.externalRefresh };
}

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

/** Ends one session, all of a user's, or all but one; every node is told. */
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

/** Removes what has long ended or expired. */
export async function tidySessions(change: Change): Promise<void> {
  await sql`delete from sessions where expires_at < now() - interval '1 day' or ended_at < now() - interval '30 days'`.execute(change.db);
  await sql`delete from refresh_tokens where replaced_at < now() - interval '20 days'`.execute(change.db);
  await sql`delete from password_links where expires_at < now() - interval '1 day'`.execute(change.db);
  await sql`delete from attempts where last_at < now() - interval '1 day'`.execute(change.db);
}
