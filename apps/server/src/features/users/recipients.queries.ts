import { toPhoneDigits } from '@waymark/domain/account/phone';
import type { Reachable } from '@waymark/domain/alert/escalation';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { DEFAULT_LANGUAGE, type Language } from '@waymark/domain/language/language';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { USUAL_READER, type TextReader } from '@waymark/domain/language/reader';
import { chooseZone, type TimesChoice } from '@waymark/domain/time/times-choice';
import type { Zone } from '@waymark/domain/time/zone';
import { DEFAULT_UNITS, type UnitSystem } from '@waymark/domain/units/system';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { translateTo } from '../../platform/language/translations.ts';

/** The addresses of a user, and how they read. */
export interface Recipient {
  readonly userId: UserId;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly groupId: CompanyId | null;
  readonly email: string;
  /** Digits; null when the user has no phone or has not opted in to text messages. */
  readonly phone: string | null;
  /** Whether push is on in one of their browsers. */
  readonly hasPush: boolean;
  readonly units: UnitSystem;
  readonly language: Language;
  readonly times: TimesChoice;
  /** null: not known. */
  readonly timeZone: Zone | null;
}

function select(reader: Reader) {
  return reader.db
    .selectFrom('users')
    .leftJoin('groups', 'groups.id', 'users.group_id')
    .select(['users.id', 'users.name', 'users.role', 'users.group_id', 'users.email', 'users.phone'])
    .select(['users.is_opted_in', 'users.units', 'users.language', 'users.times', 'users.time_zone'])
    .select(['groups.units as company_units', 'groups.language as company_language'])
    .select(sql<boolean>`exists (select from push_subscriptions s where s.user_id = users.id)`.as('has_push'))
    .where(inCompany(reader.scope, 'users.group_id'));
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function readRecipient({ id, name, role, group_id: groupId, email, phone, ...row }: Row): Recipient {
  const digits = toPhoneDigits(phone);
  return {
    userId: id,
    name,
    isAdmin: role === 'admin',
    groupId,
    email,
    phone: row.is_opted_in && digits !== '' ? digits : null,
    hasPush: row.has_push,
    units: row.units ?? row.company_units ?? DEFAULT_UNITS,
    language: row.language ?? row.company_language ?? DEFAULT_LANGUAGE,
    times: row.times,
    timeZone: row.time_zone,
  };
}

export async function listRecipients(
  reader: Reader,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<number, Recipient>> {
  if (userIds.length === 0) return new Map();
  const rows = await select(reader).where('users.id', 'in', userIds).execute();
  return new Map(rows.map((row) => [row.id, readRecipient(row)]));
}

/** A user of a company, with the media that reach them. */
export type Person = Recipient & Reachable;

/** The users of these companies, by name. */
export async function listPeople(reader: Reader, groupIds: readonly CompanyId[]): Promise<readonly Person[]> {
  if (groupIds.length === 0) return [];
  const rows = await select(reader)
    .where('users.group_id', 'in', groupIds)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
  return rows.map(readRecipient).map((recipient) => ({
    ...recipient,
    media: [
      'email',
      ...(recipient.phone === null ? [] : (['sms'] as const)),
      ...(recipient.hasPush ? (['push'] as const) : []),
    ],
  }));
}

/** How the recipient reads a message about a line. */
export function readerOf(recipient: Recipient | undefined, lineZone: Zone | null | undefined): TextReader {
  if (!recipient) return USUAL_READER;
  const { language, units } = recipient;
  return { t: translateTo(language), units, zone: chooseZone(recipient, lineZone) };
}

export type Address =
  | { readonly medium: 'mail'; readonly to: string }
  | { readonly medium: 'sms' | 'push'; readonly to: string; readonly userId: UserId };

/** The addresses of a rule's user; empty once they have left the company. */
export function listAddresses(
  { medium, push }: Pick<NotificationRule, 'medium' | 'push'>,
  groupId: CompanyId,
  recipient: Recipient | undefined,
): Address[] {
  if (recipient?.groupId !== groupId) return [];
  const { userId, email, phone, hasPush } = recipient;
  const wants = { mail: medium === 'email' || medium === 'both', sms: medium === 'sms' || medium === 'both' };
  return [
    ...(wants.sms && phone !== null ? [{ medium: 'sms', to: phone, userId } as const] : []),
    ...(wants.mail ? [{ medium: 'mail', to: email } as const] : []),
    ...(push === true && hasPush ? [{ medium: 'push', to: email, userId } as const] : []),
  ];
}
