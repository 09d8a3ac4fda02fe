import type { LinkCause } from '@waymark/domain/alert/link-causes';
import type { CompanyId } from '@waymark/domain/ids';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import { chooseZone } from '@waymark/domain/time/times-choice';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import * as outbox from '../outbox/outbox.api.ts';

interface LinkMail {
  readonly groupId: CompanyId;
  readonly causes: readonly LinkCause[];
  readonly publicUrl: string;
  readonly now: number;
}

/** Mails causes of links to the company's admins. Returns the keys of the causes: none without an admin. */
export async function mailLinkCauses(change: Change, { groupId, causes, publicUrl, now }: LinkMail): Promise<string[]> {
  if (causes.length === 0) return [];
  const admins = await change.db
    .selectFrom('users')
    .select(['email', 'times', 'time_zone as timeZone'])
    .where('group_id', '=', groupId)
    .where(inCompany(change.scope, 'users.group_id'))
    .where('role', '=', 'admin')
    .orderBy('id')
    .execute();
  const subject = [...new Set(causes.map(({ kind }) => ALERT_TITLES[kind]))].join(', ');
  const words = causes.map((cause) => cause.words).join('\n');
  for (const { email, ...reader } of admins) {
    const time = `Time: ${writeBoth(now, chooseZone(reader, null))}`;
    const text = `${[subject, words, time, publicUrl].join('\n\n')}\n`;
    await outbox.add(change, { medium: 'mail', to: email, subject, text, groupId });
  }
  return admins.length === 0 ? [] : causes.map(({ key }) => key);
}
