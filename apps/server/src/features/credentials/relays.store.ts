import { formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';
import { hashForBroker, hashPassword, makePassword } from './credential-secrets.ts';
import { notifyDeviceAccess } from './device-access-notice.ts';

export interface NewRelay {
  readonly name: string;
  readonly groupId: CompanyId;
  readonly uids: readonly Uid[];
}

/** Adds or replaces a relay and answers its password; null when another company has a relay of this name. */
export async function storeRelay(change: Change, { name, groupId, uids }: NewRelay): Promise<string | null> {
  const password = makePassword();
  const secret = { password_hash: hashPassword(password), broker_hash: hashForBroker(password), issued_at: new Date() };
  const stored = await change.db
    .insertInto('relays')
    .values({ name, group_id: groupId, ...secret })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(secret).where('relays.group_id', '=', groupId))
    .returning('name')
    .executeTakeFirst();
  if (!stored) return null;
  await change.db.deleteFrom('relay_devices').where('name', '=', name).execute();
  await change.db
    .insertInto('relay_devices')
    .values(uids.map((uid) => ({ name, uid, group_id: groupId })))
    .execute();
  await change.audit({ action: 'relay-issued', objectType: 'relay', objectId: name, groupId, after: { uids } });
  await notifyDeviceAccess(change, [formatRelayClientId(name)], secret.issued_at);
  return password;
}

export async function deleteRelay(change: Change, { name, groupId, uids }: NewRelay): Promise<void> {
  await change.db.deleteFrom('relays').where('name', '=', name).where('group_id', '=', groupId).execute();
  await change.audit({ action: 'relay-removed', objectType: 'relay', objectId: name, groupId, before: { uids } });
  await notifyDeviceAccess(change, [formatRelayClientId(name)], null);
}

/** Deletes the relays of a company that is being deleted; it has no devices left. */
export async function endRelaysOfCompany(change: Change, groupId: CompanyId): Promise<void> {
  const relays = await change.db.selectFrom('relays').select('name').where('group_id', '=', groupId).execute();
  for (const { name } of relays) await deleteRelay(change, { name, groupId, uids: [] });
}
