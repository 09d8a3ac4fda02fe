import type { Actor } from '../../platform/access/actor.ts';
import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { isExternalSession } from './external-token.ts';
import { listLiveSessions } from './session.queries.ts';

const EVERY_MS = 40_000;

interface SweepParts {
  readonly database: Database;
  readonly log: Log;
  /** Who is connected to this node. */
  readonly actors: () => readonly Actor[];
  readonly end: (ended: { readonly userId: number; readonly sessionId: string }) => void;
}

/** Ends the connections of sessions that have ended without this node having heard of it. */
export async function endLostSessions({ database, actors, end }: SweepParts): Promise<void> {
  const own = actors().filter(({ sessionId }) => !isExternalSession(sessionId));
  if (own.length === 0) return;
  const live = await listLiveSessions(
    database.read(systemScope('session sweep')),
    own.map(({ sessionId }) => sessionId),
  );
  for (const { userId, sessionId } of own) if (!live.has(sessionId)) end({ userId, sessionId });
}

/** The notices of the database end connections at once; this finds, within a minute, what a lost notice left. */
export function sweepSessions(parts: SweepParts): () => void {
  const timer = setInterval(() => {
    endLostSessions(parts).catch((error: unknown) => parts.log.warn({ err: error }, 'the session sweep failed'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
