import type { UserId } from '@waymark/domain/ids';
import type { Database } from '../../platform/database/database.ts';
import { originOf, type SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { lockUser } from '../users/users.queries.ts';
import { endSessions } from './session.store.ts';

/** Signs a user out everywhere, for an administrator. */
export async function endSessionsOfUser(database: Database, call: SignedInCall, userId: UserId): Promise<void> {
  await database.change(originOf(call), async (change) => {
    const user = await lockUser({ scope: change.scope, db: change.db }, userId);
    if (!user) throw problem('user-not-found');
    await change.audit({ action: 'sessions-ended', objectType: 'user', objectId: userId, groupId: user.group_id });
    await endSessions(change, { userId, reason: 'signed-out' }, 'ended by an administrator');
  });
}
