import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Language } from '@waymark/domain/language/language';
import type { UnitSystem } from '@waymark/domain/units/system';
import type { Actor } from '../../platform/access/actor.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listCompanyUsers } from '../users/users.queries.ts';
import { readCurrentUser } from '../text-messages/text-messages.api.ts';

type OwnNumber = Parameters<typeof readCurrentUser>[2];

const readUser = ({ scope, db }: Change, userId: UserId, own: OwnNumber) => readCurrentUser({ scope, db }, userId, own);

/** The choices of a user, and of an admin for the users who have not chosen. */
interface Choices {
  readonly units: UnitSystem;
  readonly language: Language;
}
export type Choice = {
  readonly [Of in keyof Choices]: { readonly of: Of; readonly value: Choices[Of] };
}[keyof Choices];
/** `value` null: that of the company. */
export type OwnChoice = Choice | { readonly of: keyof Choices; readonly value: null };

export function saveOwnChoice(
  database: Database,
  origin: ChangeOrigin,
  userId: UserId,
  { of, value }: OwnChoice,
  own: OwnNumber,
) {
  return database.change(origin, async (change) => {
    const { group_id: groupId, ...before } = await change.db
      .selectFrom('users')
      .select(['group_id', of])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before[of] !== value) {
      const after = { [of]: value };
      await change.db.updateTable('users').set(after).where('id', '=', userId).execute();
      await change.audit({ action: `${of}-changed`, objectType: 'user', objectId: userId, groupId, before, after });
    }
    const user = await readUser(change, userId, own);
    change.push('ReceiveUserUpdate', { userId }, user);
    return user;
  });
}

/** Consoles of all users of the company show the choice at once. */
async function notifyUsers(change: Change, groupId: CompanyId, own: OwnNumber): Promise<void> {
  const users = await listCompanyUsers({ scope: change.scope, db: change.db }, groupId);
  for (const { id } of users) change.push('ReceiveUserUpdate', { userId: id }, await readUser(change, id, own));
}

export function saveCompanyChoice(
  database: Database,
  origin: ChangeOrigin,
  { userId, groupId }: Actor,
  { of, value }: Choice,
  own: OwnNumber,
) {
  if (groupId === null) throw problem('forbidden');
  return database.change(origin, async (change) => {
    const before = await change.db
      .selectFrom('groups')
      .select(of)
      .where('id', '=', groupId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before[of] !== value) {
      const after = { [of]: value };
      await change.db.updateTable('groups').set(after).where('id', '=', groupId).execute();
      await change.audit({ action: `${of}-changed`, objectType: 'group', objectId: groupId, groupId, before, after });
      await notifyUsers(change, groupId, own);
    }
    return readUser(change, userId, own);
  });
}
