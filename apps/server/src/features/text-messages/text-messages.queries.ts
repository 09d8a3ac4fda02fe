import { isSamePhone, toPhoneDigits } from '@waymark/domain/account/phone';
import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { Reader } from '../../platform/database/database.ts';
import { findUserById } from '../users/users.queries.ts';

/** Digits at the end by which phones are looked up before they are compared. */
const ENDING = 6;

/** The stopped phones that equal this number in any notation. */
export async function listStops(reader: Reader, phone: string, countryCode: string): Promise<readonly string[]> {
  const alike = await reader.db
    .selectFrom('stopped_phones')
    .select('phone')
    .where(sql<boolean>`right(phone, ${ENDING}::int) = ${phone.slice(-ENDING)}`)
    .execute();
  return alike.flatMap((stopped) => (isSamePhone(stopped.phone, phone, countryCode) ? [stopped.phone] : []));
}

/** Locks a phone number, so that concurrent STOP, START and opt-ins run one after the other. */
export async function lockPhone(change: Change, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('phone ' || ${phone.slice(-ENDING)}, 0))`.execute(change.db);
}

/** The gateway's own number, which phones text START to, and its country; undefined: there is no gateway. */
export type OwnNumber = { readonly from: string; readonly countryCode: string } | undefined;

const DEFAULT_COUNTRY = '1';

/** The number that a stopped phone must text START to (null without a gateway); undefined: the phone has not sent STOP. */
export async function findTextStop(
  reader: Reader,
  phone: string,
  own: OwnNumber,
): Promise<{ readonly textStartTo: string | null } | undefined> {
  const digits = toPhoneDigits(phone);
  const stops = digits === '' ? [] : await listStops(reader, digits, own?.countryCode ?? DEFAULT_COUNTRY);
  return stops.length > 0 ? { textStartTo: own?.from ?? null } : undefined;
}

/** The reason why a text message must not be sent now; null: it may be sent. */
export async function findTextObstacle(
  reader: Reader,
  message: { readonly to: string; readonly userId: UserId | null },
  countryCode: string,
): Promise<string | null> {
  const user = message.userId === null ? undefined : await findUserById(reader, message.userId);
  if (!user?.is_opted_in || toPhoneDigits(user.phone) !== message.to) return 'not opted in';
  const stops = await listStops(reader, message.to, countryCode);
  return stops.length > 0 ? 'not opted in: this phone has said STOP' : null;
}
