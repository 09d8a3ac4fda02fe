import { describeUserAgent } from '@waymark/domain/account/user-agent';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Actor } from '../../platform/access/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { originOf, type SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { isExternalSession } from './external-token.ts';
import { findOwnSession, type OwnSession } from './own-sessions.queries.ts';
import type { SessionLimits } from './session-rules.ts';
import { endSessions } from './session.store.ts';

export function describeOwnSession(session: OwnSession, { sessionId }: Actor) {
  return {
    id: session.id,
    createdAt: formatUtcSecond(session.created_at.getTime()),
    lastUsedAt: formatUtcSecond(session.last_used_at.getTime()),
    expiresAt: formatUtcSecond(session.expires_at.getTime()),
    address: session.address,
    userAgent: describeUserAgent(session.user_agent),
    isCurrent: session.id === sessionId,
  };
}

export async function endOwnSession(
  database: Database,
  call: SignedInCall,
  sessionId: string,
  limits: SessionLimits,
): Promise<void> {
  const { actor } = call;
  await database.change(originOf(call), async (change) => {
    const found = await findOwnSession({ scope: change.scope, db: change.db }, actor, sessionId, limits);
    if (!found) throw problem('session-not-found');
    const before = { address: found.address, program: describeUserAgent(found.user_agent) };
    const { userId } = actor;
    await change.audit({ action: 'session-ended', objectType: 'user', objectId: userId, before });
    await endSessions(change, { userId, sessionId, reason: 'signed-out' }, 'ended by the user');
  });
}

export async function endOtherSessions(database: Database, call: SignedInCall): Promise<void> {
  const { userId, sessionId } = call.actor;
  const kept = isExternalSession(sessionId) ? {} : { exceptSessionId: sessionId };
  await database.change(originOf(call), async (change) => {
    await change.audit({ action: 'other-sessions-ended', objectType: 'user', objectId: userId });
    await endSessions(change, { userId, ...kept, reason: 'signed-out' }, 'ended by the user');
  });
}
