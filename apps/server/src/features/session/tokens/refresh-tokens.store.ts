import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';
import { hashToken } from '../../../platform/crypto/random-token.ts';
import { absoluteEnd, expiryOfUse, isLive, type SessionRules } from '../session-rules.ts';
import { endSessions } from '../session.store.ts';

/** Two tabs may renew at once, and the console retries a lost answer after 15 s: both get the same successor. */
const REPEAT_GRACE_S = 60;
/** More renewals than the request limit allows within the grace. */
const MAX_SUCCESSORS = 2000;

/** A refresh token as a request carried it. */
export interface PresentedToken {
  readonly token: string;
  /** It came in a cookie without the prefix that this server sets. */
  readonly lacksPrefix: boolean;
}

export interface RenewedSession {
  readonly sessionId: string;
  readonly userId: UserId;
  readonly externalRefresh: Buffer | null;
  readonly expiresAt: Date;
  /** No access token may outlive it. */
  readonly endsAt: Date;
}

export type Rotation =
  | { readonly kind: 'renewed'; readonly session: RenewedSession; readonly refreshToken: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'reused'; readonly userId: UserId };

export async function addRefreshToken(
  change: Change,
  sessionId: string,
  token: string,
  rules: SessionRules,
): Promise<void> {
  await change.db
    .insertInto('refresh_tokens')
    .values({ hash: hashToken(token), session_id: sessionId, host_prefixed: rules.hostPrefixed })
    .execute();
}

async function lockSession(change: Change, { token, lacksPrefix }: PresentedToken, rules: SessionRules) {
  return change.db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['sessions.id as sessionId', 'sessions.user_id as userId'])
    .where('refresh_tokens.hash', '=', hashToken(token))
    .$if(lacksPrefix, (select) => select.where('refresh_tokens.host_prefixed', '=', false))
    .where(isLive(rules))
    .forUpdate('sessions')
    .executeTakeFirst();
}

/** Read under the lock: another request may have replaced the token a moment ago. */
async function readUse(change: Change, token: string): Promise<'unused' | 'repeated' | 'copied'> {
  const { use } = await change.db
    .selectFrom('refresh_tokens')
    .select(
      sql<'unused' | 'repeated' | 'copied'>`case when replaced_at is null then 'unused'
        when replaced_at < now() - make_interval(secs => ${REPEAT_GRACE_S}) then 'copied' else 'repeated' end`.as(
        'use',
      ),
    )
    .where('hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return use;
}

async function replaceToken(change: Change, sessionId: string, token: string, rules: SessionRules): Promise<string> {
  const successor = rules.deriveSuccessor(token);
  await sql`update refresh_tokens set replaced_at = now() where hash = ${hashToken(token)}`.execute(change.db);
  await addRefreshToken(change, sessionId, successor, rules);
  await change.db
    .updateTable('sessions')
    .set({ expires_at: expiryOfUse(rules), last_used_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
  return successor;
}

/** The newest successor of a replaced token, so that a session never has two valid tokens. */
async function findNewest(
  change: Change,
  sessionId: string,
  token: string,
  rules: SessionRules,
): Promise<string | null> {
  const unused = await change.db
    .selectFrom('refresh_tokens')
    .select('hash')
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is', null)
    .execute();
  let successor = token;
  for (let step = 0; step < MAX_SUCCESSORS; step++) {
    successor = rules.deriveSuccessor(successor);
    const hash = hashToken(successor);
    if (unused.some((row) => row.hash.equals(hash))) return successor;
  }
  return null;
}

async function readRenewed(change: Change, sessionId: string, rules: SessionRules): Promise<RenewedSession> {
  return change.db
    .selectFrom('sessions')
    .select([
      'id as sessionId',
      'user_id as userId',
      'external_refresh as externalRefresh',
      'expires_at as expiresAt',
      absoluteEnd(rules).as('endsAt'),
    ])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** Exchanges a refresh token for its successor. A token that comes again after the grace is a copy and ends the session. */
export async function rotateRefreshToken(
  change: Change,
  presented: PresentedToken,
  rules: SessionRules,
): Promise<Rotation> {
  const found = await lockSession(change, presented, rules);
  if (!found) return { kind: 'unknown' };
  const { sessionId, userId } = found;
  const { token } = presented;
  const use = await readUse(change, token);
  if (use === 'copied') {
    await endSessions(change, { userId, sessionId, reason: 'signed-out' }, 'refresh token used twice');
    return { kind: 'reused', userId };
  }
  const next = use === 'unused' ? replaceToken : findNewest;
  const refreshToken = await next(change, sessionId, token, rules);
  if (refreshToken === null) return { kind: 'unknown' };
  return { kind: 'renewed', session: await readRenewed(change, sessionId, rules), refreshToken };
}
