import { isSamePhone, toPhoneDigits } from '@waymark/domain/account/phone';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import type { OwnNumber } from '../text-messages/text-messages.queries.ts';
import { readCurrentUser } from './users.service.ts';
import { setMessaging } from './users.store.ts';

/** Digits at the end by which phones are looked up before they are compared. */
const ENDING = 6;

type TextWish = DomainEvents['text-wish-received'];

async function optAlike(change: Change, { phone, wish, countryCode }: TextWish, own: OwnNumber): Promise<void> {
  const isOptedIn = wish === 'start';
  const alike = await change.db
    .selectFrom('users')
    .select(['id', 'phone'])
    .where('is_opted_in', '<>', isOptedIn)
    // An administrator may have written it with signs between the digits.
    .where(sql<boolean>`right(regexp_replace(phone, '[^0-9]', '', 'g'), ${ENDING}::int) = ${phone.slice(-ENDING)}`)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const user of alike) {
    if (!isSamePhone(toPhoneDigits(user.phone), phone, countryCode)) continue;
    await setMessaging(change, user.id, { isOptedIn, phone: user.phone });
    const current = await readCurrentUser({ scope: change.scope, db: change.db }, user.id, own);
    change.push('ReceiveUserUpdate', { userId: user.id }, current);
  }
}

/** Opts all users with this phone out, or in. */
export const followTextWish = (own: OwnNumber) => (change: Change, wish: TextWish) => optAlike(change, wish, own);
