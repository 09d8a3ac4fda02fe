import { describeUserAgent } from '@waymark/domain/account/user-agent';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Actor } from '../../platform/access/actor.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { originOf, type SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { confirmCaller } from './confirm-caller.ts';
import { isExternalSession } from './external/external-token.ts';
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
    isExternal: session.is_external,
  };
}

export interface SessionsToEnd {
  readonly currentPassword?: string | undefined;
  readonly id?: string | undefined;
}

/** Ends one of the caller's sessions or all others; a stolen token alone is not enough. */
export async function endOwnSessions(
  database: Database,
  call: SignedInCall,
  { currentPassword, id }: SessionsToEnd,
  limits: SessionLimits,
): Promise<void> {
  await confirmCaller(database, call, currentPassword);
  await database.change(originOf(call), (change) =>
    id === undefined ? endOthers(change, call) : endOne(change, call, id, limits),
  );
}

async function endOne(
  change: Change,
  { actor }: SignedInCall,
  sessionId: string,
  limits: SessionLimits,
): Promise<void> {
  const { userId } = actor;
  const found = await findOwnSession({ scope: change.scope, db: change.db }, actor, sessionId, limits);
  if (!found) throw problem('session-not-found');
  const before = { address: found.address, program: describeUserAgent(found.user_agent) };
  await change.audit({ action: 'session-ended', objectType: 'user', objectId: userId, before });
  await endSessions(change, { userId, sessionId, reason: 'signed-out' }, 'ended by the user');
}

async function endOthers(change: Change, { actor }: SignedInCall): Promise<void> {
  const { userId, sessionId } = actor;
  const exceptOwn = isExternalSession(sessionId) ? {} : { exceptSessionId: sessionId };
  await change.audit({ action: 'other-sessions-ended', objectType: 'user', objectId: userId });
  await endSessions(change, { userId, ...exceptOwn, reason: 'signed-out' }, 'ended by the user');
}
