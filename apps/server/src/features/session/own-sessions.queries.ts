import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import type { Reader } from '../../platform/database/database.ts';
import { absoluteEnd, isLive, type SessionLimits } from './session-rules.ts';

const MAX_LISTED = 100;

function ownLiveSessions({ db }: Reader, { userId }: Actor, limits: SessionLimits) {
  return db.selectFrom('sessions').where('user_id', '=', userId).where(isLive(limits));
}

export async function listOwnSessions(reader: Reader, actor: Actor, limits: SessionLimits) {
  return ownLiveSessions(reader, actor, limits)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.created_at', 'last_used_at', 'address', 'user_agent'])
    .select(sql<boolean>`users.external_issuer is not null`.as('is_external'))
    .select(sql<Date>`least(sessions.expires_at, ${absoluteEnd(limits)})`.as('expires_at'))
    .orderBy('last_used_at', 'desc')
    .orderBy('sessions.id')
    .limit(MAX_LISTED)
    .execute();
}
export type OwnSession = Awaited<ReturnType<typeof listOwnSessions>>[number];

export async function findOwnSession(reader: Reader, actor: Actor, sessionId: string, limits: SessionLimits) {
  return ownLiveSessions(reader, actor, limits)
    .select(['address', 'user_agent'])
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a user of an external provider has signed in during the last minutes. */
export async function hasSignedInLately({ db }: Reader, { userId }: Actor, minutes: number): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
