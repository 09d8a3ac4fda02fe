import { toPhoneDigits } from '@waymark/domain/account/phone';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { inCompany } from '../../../platform/access/scope.ts';
import type { Reader } from '../../../platform/database/database.ts';

/** The addresses of a user. */
export interface Recipient {
  readonly userId: UserId;
  readonly groupId: CompanyId | null;
  readonly email: string;
  /** Digits; null when the user has no phone or has not opted in to text messages. */
  readonly phone: string | null;
}

export async function listRecipients(
  reader: Reader,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<number, Recipient>> {
  if (userIds.length === 0) return new Map();
  const rows = await reader.db
    .selectFrom('users')
    .select(['id', 'group_id', 'email', 'phone', 'is_opted_in'])
    .where('id', 'in', userIds)
    .where(inCompany(reader.scope, 'users.group_id'))
    .execute();
  return new Map(
    rows.map(({ id, group_id: groupId, email, phone, is_opted_in: isOptedIn }) => {
      const digits = toPhoneDigits(phone);
      return [id, { userId: id, groupId, email, phone: isOptedIn && digits !== '' ? digits : null }];
    }),
  );
}

type Address =
  | { readonly medium: 'mail'; readonly to: string }
  | { readonly medium: 'sms'; readonly to: string; readonly userId: UserId };

/** The addresses of a rule's user; empty once they have left the company. */
export function listAddresses(
  { medium }: Pick<NotificationRule, 'medium'>,
  groupId: CompanyId,
  recipient: Recipient | undefined,
): Address[] {
  if (recipient?.groupId !== groupId) return [];
  const { userId, email, phone } = recipient;
  const wants = { mail: medium === 'email' || medium === 'both', sms: medium === 'sms' || medium === 'both' };
  return [
    ...(wants.sms && phone !== null ? [{ medium: 'sms', to: phone, userId } as const] : []),
    ...(wants.mail ? [{ medium: 'mail', to: email } as const] : []),
  ];
}
