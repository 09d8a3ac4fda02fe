import { brokenConstraint } from '../../platform/database/storage-failure.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { addGroup, deleteGroup, renameGroup } from './groups.store.ts';
import { readKnownId } from './sent-user.ts';
import { isGroupEmpty, lockGroup } from '../users/users.queries.ts';

interface SentGroup {
  readonly id?: number | null | undefined;
  readonly groupName: string;
}

async function rename(change: Change, id: number, name: string): Promise<number> {
  const group = await lockGroup({ scope: change.scope, db: change.db }, id);
  if (!group) throw problem('group-not-found');
  if (group.name !== name) await renameGroup(change, group, name);
  return id;
}

export async function saveGroup(database: Database, origin: ChangeOrigin, sent: SentGroup) {
  const known = readKnownId(sent);
  const { groupName } = sent;
  try {
    const id = await database.change(origin, (change) =>
      known === null ? addGroup(change, groupName) : rename(change, known, groupName),
    );
    return { id, groupName };
  } catch (error) {
    throw brokenConstraint(error) === 'groups_name' ? problem('group-name-taken') : error;
  }
}

export async function removeGroup(database: Database, origin: ChangeOrigin, id: number): Promise<void> {
  await database.change(origin, async (change) => {
    const reader = { scope: change.scope, db: change.db };
    const group = await lockGroup(reader, id);
    if (!group) throw problem('group-not-found');
    if (!(await isGroupEmpty(reader, id))) throw problem('group-not-empty');
    await deleteGroup(change, group);
  });
}
