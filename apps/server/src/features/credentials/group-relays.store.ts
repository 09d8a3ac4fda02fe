import type { Change } from '../../platform/database/change.ts';
import { deleteRelay } from './relays.store.ts';

/** Relays that have lost their last device end with their company. */
export async function endRelaysOfGroup(change: Change, { groupId }: { readonly groupId: number }): Promise<void> {
  const relays = await change.db.selectFrom('relays').select('name').where('group_id', '=', groupId).execute();
  for (const { name } of relays) await deleteRelay(change, { name, groupId, uids: [] });
}
