import { describeStoppedPhone } from '@waymark/domain/words/server-refusals';
import { isValidAlertPhone, toPhoneDigits } from '@waymark/domain/account/phone';
import type { UserId } from '@waymark/domain/ids';
import { DEFAULT_LANGUAGE } from '@waymark/domain/language/language';
import { DEFAULT_UNITS } from '@waymark/domain/units/system';
import type { Actor } from '../../platform/access/actor.ts';
import { scopeOf } from '../../platform/access/scope.ts';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { findTextStop, lockPhone, type OwnNumber } from './text-messages.queries.ts';
import { findUserById } from '../users/users.queries.ts';
import { setMessaging } from './opt-in.store.ts';

/** A user whose phone has sent STOP cannot be opted in, because no message may be sent to that phone. */
export async function readCurrentUser(reader: Reader, userId: UserId, own: OwnNumber) {
  const user = await findUserById(reader, userId);
  if (!user) throw problem('unauthenticated');
  const { id, name, email, role, phone, is_opted_in: isOptedIn, units, company_units: ofCompany } = user;
  const stoppedPhone = await findTextStop(reader, phone, own);
  const a2PMessagingOptInState = isOptedIn && stoppedPhone === undefined;
  return {
    id,
    name,
    email,
    role,
    phone,
    a2PMessagingOptInState,
    units,
    companyUnits: ofCompany ?? DEFAULT_UNITS,
    language: user.language,
    companyLanguage: user.company_language ?? DEFAULT_LANGUAGE,
    times: user.times,
    timeZone: user.time_zone,
    ...(stoppedPhone && { stoppedPhone }),
  };
}

export function getCurrentUser(database: Database, actor: Actor, own: OwnNumber) {
  return readCurrentUser(database.read(scopeOf(actor)), actor.userId, own);
}

/** Only START from the phone itself ends a STOP. */
async function refuseStopped(reader: Reader, phone: string, own: OwnNumber): Promise<void> {
  const stop = await findTextStop(reader, phone, own);
  if (!stop) return;
  throw problem(
    'phone-stopped',
    described((t) => describeStoppedPhone(stop.textStartTo, t)),
  );
}

export async function updateMessaging(
  database: Database,
  origin: ChangeOrigin,
  actor: Actor,
  wanted: { readonly isOptedIn: boolean; readonly phone: string },
  own: OwnNumber,
): Promise<void> {
  const phone = toPhoneDigits(wanted.phone);
  const isNeeded = wanted.isOptedIn || phone !== '';
  if (isNeeded && !isValidAlertPhone(phone)) throw problem('phone-invalid');
  await database.change(origin, async (change) => {
    const reader = { scope: change.scope, db: change.db };
    await lockPhone(change, phone);
    if (wanted.isOptedIn) await refuseStopped(reader, phone, own);
    await setMessaging(change, actor.userId, { isOptedIn: wanted.isOptedIn, phone });
    const user = await readCurrentUser(reader, actor.userId, own);
    change.push('ReceiveUserUpdate', { userId: actor.userId }, user);
  });
}
