import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findMessage } from './outbox.queries.ts';
import { revive } from './outbox.store.ts';

/** Retries a dead message on the request of a user. */
export async function retryMessage(database: Database, origin: ChangeOrigin, id: number): Promise<void> {
  await database.change(origin, async (change) => {
    const found = await findMessage({ scope: change.scope, db: change.db }, id);
    if (!found) throw problem('message-not-found');
    if (!(await revive(change, id))) throw problem('message-not-dead');
    await change.audit({
      action: 'message-retried',
      objectType: 'message',
      objectId: id,
      groupId: found.group_id,
      before: { medium: found.medium, to: found.recipient, lastError: found.last_error },
    });
  });
}
