import type { Change } from '../../platform/database/change.ts';
import * as session from '../session/session.api.ts';
import * as credentials from '../credentials/credentials.api.ts';

interface Group {
  readonly id: number;
  readonly name: string;
}

export async function addGroup(change: Change, name: string): Promise<number> {
  const { id } = await change.db.insertInto('groups').values({ name }).returning('id').executeTakeFirstOrThrow();
  await change.audit({ action: 'group-added', objectType: 'group', objectId: id, groupId: id, after: { name } });
  return id;
}

export async function renameGroup(change: Change, { id, name: before }: Group, name: string): Promise<void> {
  await change.db.updateTable('groups').set({ name }).where('id', '=', id).execute();
  await change.audit({
    action: 'group-renamed',
    objectType: 'group',
    objectId: id,
    groupId: id,
    before: { name: before },
    after: { name },
  });
}

export async function deleteGroup(change: Change, { id, name }: Group): Promise<void> {
  await credentials.endRelaysOfCompany(change, id);
  await session.endKeysOfCompany(change, id);
  await change.db.deleteFrom('groups').where('id', '=', id).execute();
  await change.audit({ action: 'group-removed', objectType: 'group', objectId: id, groupId: id, before: { name } });
}
