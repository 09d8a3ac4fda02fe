import { isSamePhone, toPhoneDigits } from '@waymark/domain/account/phone';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { OwnNumber } from './text-messages.queries.ts';
import { readCurrentUser } from './text-messages.api.ts';
import { setMessaging } from './opt-in.store.ts';

/** Digits at the end by which phones are looked up before they are compared. */
const ENDING = 6;

export interface TextReply {
  /** Digits with the country code. */
  readonly phone: string;
  readonly wish: 'stop' | 'start';
  /** The country whose code users may leave out. */
  readonly countryCode: string;
}

/** Opts all users with this phone out, or in. */
export async function applyReply(
  change: Change,
  { phone, wish, countryCode }: TextReply,
  own: OwnNumber,
): Promise<void> {
  const isOptedIn = wish === 'start';
  const alike = await change.db
    .selectFrom('users')
    .select(['id', 'phone'])
    .where('is_opted_in', '<>', isOptedIn)
    // Stored phones may have signs between the digits, as an administrator entered them.
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
