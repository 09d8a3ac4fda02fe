import type { Role } from '@waymark/contract/roles';
import { normaliseEmail } from '@waymark/domain/account/email';
import type { CompanyId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';
import * as session from '../session/session.api.ts';

export interface NewUser {
  readonly groupId: CompanyId | null;
  readonly email: string;
  readonly name: string;
  readonly phone?: string;
  readonly role: Role;
  readonly password: session.NewPassword | null;
}

export async function addUser(change: Change, user: NewUser): Promise<number> {
  const { id } = await change.db
    .insertInto('users')
    .values({
      group_id: user.groupId,
      email: normaliseEmail(user.email),
      name: user.name,
      phone: user.phone ?? '',
      role: user.role,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { password: _secret, ...shown } = user;
  await change.audit({ action: 'user-added', objectType: 'user', objectId: id, groupId: user.groupId, after: shown });
  await session.startPassword(change, { userId: id, email: normaliseEmail(user.email), password: user.password });
  return id;
}
