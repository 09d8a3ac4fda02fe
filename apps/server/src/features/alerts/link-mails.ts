import { describeLinkCause, type LinkCause } from '@waymark/domain/alert/link-causes';
import type { CompanyId } from '@waymark/domain/ids';
import type { Language } from '@waymark/domain/language/language';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import { chooseZone } from '@waymark/domain/time/times-choice';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import { translateTo } from '../../platform/language/translations.ts';
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
    .innerJoin('groups', 'groups.id', 'users.group_id')
    .select(['users.email', 'users.times', 'users.time_zone as timeZone'])
    .select(sql<Language>`coalesce(users.language, groups.language)`.as('language'))
    .where('users.group_id', '=', groupId)
    .where(inCompany(change.scope, 'users.group_id'))
    .where('role', '=', 'admin')
    .orderBy('users.id')
    .execute();
  for (const { email, language, ...choice } of admins) {
    const t = translateTo(language);
    const subject = [...new Set(causes.map(({ kind }) => t(ALERT_TITLES[kind])))].join(', ');
    const words = causes.map((cause) => describeLinkCause(cause, t)).join('\n');
    const time = t('Time: {time}', { time: writeBoth(now, chooseZone(choice, null)) });
    const text = `${[subject, words, time, publicUrl].join('\n\n')}\n`;
    await outbox.add(change, { medium: 'mail', to: email, subject, text, groupId });
  }
  return admins.length === 0 ? [] : causes.map(({ key }) => key);
}
