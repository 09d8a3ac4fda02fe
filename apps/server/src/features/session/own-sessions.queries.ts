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
    .select(['id', 'created_at', 'last_used_at', 'address', 'user_agent'])
    .select(sql<Date>`least(expires_at, ${absoluteEnd(limits)})`.as('expires_at'))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
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
