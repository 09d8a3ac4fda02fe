import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { Actor } from '../../platform/access/actor.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listCompanyUsers } from '../users/users.queries.ts';
import { readCurrentUser } from '../text-messages/text-messages.api.ts';

type OwnNumber = Parameters<typeof readCurrentUser>[2];

const readUser = ({ scope, db }: Change, userId: UserId, own: OwnNumber) => readCurrentUser({ scope, db }, userId, own);

/** null: those of the company. */
export function saveUnits(
  database: Database,
  origin: ChangeOrigin,
  userId: UserId,
  units: UnitSystem | null,
  own: OwnNumber,
) {
  return database.change(origin, async (change) => {
    const before = await change.db
      .selectFrom('users')
      .select(['group_id', 'units'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.units !== units) {
      await change.db.updateTable('users').set({ units }).where('id', '=', userId).execute();
      await change.audit({
        action: 'units-changed',
        objectType: 'user',
        objectId: userId,
        groupId: before.group_id,
        before: { units: before.units },
        after: { units },
      });
    }
    const user = await readUser(change, userId, own);
    change.push('ReceiveUserUpdate', { userId }, user);
    return user;
  });
}

/** Consoles of all users of the company show the new units at once. */
async function notifyUsers(change: Change, groupId: CompanyId, own: OwnNumber): Promise<void> {
  const users = await listCompanyUsers({ scope: change.scope, db: change.db }, groupId);
  for (const { id } of users) change.push('ReceiveUserUpdate', { userId: id }, await readUser(change, id, own));
}

export function saveCompanyUnits(
  database: Database,
  origin: ChangeOrigin,
  { userId, groupId }: Actor,
  units: UnitSystem,
  own: OwnNumber,
) {
  if (groupId === null) throw problem('forbidden');
  return database.change(origin, async (change) => {
    const before = await change.db
      .selectFrom('groups')
      .select('units')
      .where('id', '=', groupId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.units !== units) {
      await change.db.updateTable('groups').set({ units }).where('id', '=', groupId).execute();
      await change.audit({
        action: 'units-changed',
        objectType: 'group',
        objectId: groupId,
        groupId,
        before,
        after: { units },
      });
      await notifyUsers(change, groupId, own);
    }
    return readUser(change, userId, own);
  });
}
