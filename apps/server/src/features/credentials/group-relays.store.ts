import type { CompanyId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';
import { deleteRelay } from './relays.store.ts';

/** Deletes the relays of a company that is being deleted; it has no devices left. */
export async function endRelaysOfCompany(change: Change, groupId: CompanyId): Promise<void> {
  const relays = await change.db.selectFrom('relays').select('name').where('group_id', '=', groupId).execute();
  for (const { name } of relays) await deleteRelay(change, { name, groupId, uids: [] });
}
