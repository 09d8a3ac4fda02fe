import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Notifies every node after the commit that these clients have connected to another node. A node with the old connection
// ends it, so that no command is sent into it.
export const REPLACED_CONNECTIONS_CHANNEL = 'replaced-connections';

/** A PostgreSQL notice is limited to 8,000 bytes. */
const CONNECTIONS_PER_NOTICE = 64;

const replacedConnections = z.array(z.tuple([z.string(), z.string()]));

export interface ReplacedConnection {
  readonly clientId: string;
  readonly id: string;
}

export function readReplacedConnectionsNotice(payload: string): ReplacedConnection[] {
  return replacedConnections.parse(JSON.parse(payload)).map(([clientId, id]) => ({ clientId, id }));
}

export async function notifyReplacedConnections(
  change: Change,
  replaced: readonly ReplacedConnection[],
): Promise<void> {
  for (let at = 0; at < replaced.length; at += CONNECTIONS_PER_NOTICE) {
    const some = replaced.slice(at, at + CONNECTIONS_PER_NOTICE).map(({ clientId, id }) => [clientId, id]);
    await change.notify(REPLACED_CONNECTIONS_CHANNEL, JSON.stringify(some));
  }
}
