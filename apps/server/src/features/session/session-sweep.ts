import type { UserId } from '@waymark/domain/ids';
import type { Actor } from '../../platform/access/actor.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { keyOfActor } from '../../platform/access/key-access.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { isExternalSession } from './external/external-token.ts';
import { isKeySession } from './keys/key-tokens.ts';
import { listLiveKeys } from './keys/keys.queries.ts';
import { listLiveSessions } from './session.queries.ts';

const EVERY_MS = 40_000;

interface SweepParts {
  readonly database: Database;
  readonly log: Log;
  /** The users connected to this node. */
  readonly actors: () => readonly Actor[];
  readonly end: (ended: { readonly userId: UserId; readonly sessionId: string }) => void;
}

/** Ends the connections of sessions whose end this node was not notified of. */
export async function endLostSessions({ database, actors, end }: SweepParts): Promise<void> {
  const all = actors();
  await endLostKeys(database, all, end);
  const own = all.filter(({ sessionId }) => !isExternalSession(sessionId) && !isKeySession(sessionId));
  if (own.length === 0) return;
  const live = await listLiveSessions(
    database.read(systemScope('session sweep')),
    own.map(({ sessionId }) => sessionId),
  );
  for (const { userId, sessionId } of own) if (!live.has(sessionId)) end({ userId, sessionId });
}

async function endLostKeys(database: Database, all: readonly Actor[], end: SweepParts['end']): Promise<void> {
  const keys = all.filter(({ sessionId }) => isKeySession(sessionId));
  if (keys.length === 0) return;
  const reader = database.read(systemScope('session sweep'));
  const live = await listLiveKeys(
    reader,
    keys.map(({ userId }) => keyOfActor(userId)),
  );
  for (const { userId, sessionId } of keys) if (!live.has(keyOfActor(userId))) end({ userId, sessionId });
}

/** Database notices end connections at once; the sweep catches a lost notice within a minute. */
export function sweepSessions(parts: SweepParts): () => void {
  const timer = setInterval(() => {
    endLostSessions(parts).catch((error: unknown) =>
      parts.log.warn({ err: error }, 'session sweep failed; retrying in 40 s'),
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
