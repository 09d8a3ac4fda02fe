import { isValidAlertPhone, toPhoneDigits } from '@waymark/domain/account/phone';
import type { Actor } from '../../platform/access/actor.ts';
import { scopeOf } from '../../platform/access/scope.ts';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findUserById } from './users.queries.ts';
import { setMessaging } from './users.store.ts';

export async function readCurrentUser(reader: Reader, userId: number) {
  const user = await findUserById(reader, userId);
  if (!user) throw problem('unauthenticated');
  const { id, name, email, role, phone, is_opted_in: a2PMessagingOptInState } = user;
  return { id, name, email, role, phone, a2PMessagingOptInState };
}

export function getCurrentUser(database: Database, actor: Actor) {
  return readCurrentUser(database.read(scopeOf(actor)), actor.userId);
}

export async function updateMessaging(
  database: Database,
  origin: ChangeOrigin,
  actor: Actor,
  wanted: { readonly isOptedIn: boolean; readonly phone: string },
): Promise<void> {
  const phone = toPhoneDigits(wanted.phone);
  const isNeeded = wanted.isOptedIn || phone !== '';
  if (isNeeded && !isValidAlertPhone(phone)) throw problem('phone-invalid');
  await database.change(origin, async (change) => {
    await setMessaging(change, actor.userId, { isOptedIn: wanted.isOptedIn, phone });
    const user = await readCurrentUser({ scope: change.scope, db: change.db }, actor.userId);
    change.push('ReceiveUserUpdate', { userId: actor.userId }, user);
  });
}
