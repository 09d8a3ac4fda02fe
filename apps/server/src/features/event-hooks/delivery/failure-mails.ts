import { sql } from 'kysely';
import type { CompanyId } from '@waymark/domain/ids';
import type { Language } from '@waymark/domain/language/language';
import { chooseZone } from '@waymark/domain/time/times-choice';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import { inCompany } from '../../../platform/access/scope.ts';
import type { Change } from '../../../platform/database/change.ts';
import { translateTo } from '../../../platform/language/translations.ts';
import * as outbox from '../../outbox/outbox.api.ts';

interface FailureMail {
  readonly hook: {
    readonly id: number;
    readonly group_id: CompanyId;
    readonly url: string;
    readonly description: string;
    readonly failing_since: Date | null;
  };
  readonly error: string | null;
  readonly publicUrl: string;
  readonly news: 'failing' | 'gone';
}

/** Mails the admins of the company that a webhook fails, or that the server has disabled it. */
export async function mailAdmins(change: Change, { hook, error, publicUrl, news }: FailureMail): Promise<void> {
  const admins = await change.db
    .selectFrom('users')
    .innerJoin('groups', 'groups.id', 'users.group_id')
    .select(['users.email', 'users.times', 'users.time_zone as timeZone'])
    .select(sql<Language>`coalesce(users.language, groups.language)`.as('language'))
    .where('users.group_id', '=', hook.group_id)
    .where(inCompany(change.scope, 'users.group_id'))
    .where('role', '=', 'admin')
    .orderBy('users.id')
    .execute();
  const address = hook.description === '' ? hook.url : `${hook.description} (${hook.url})`;
  for (const { email, language, ...choice } of admins) {
    const t = translateTo(language);
    const time = writeBoth((hook.failing_since ?? new Date()).getTime(), chooseZone(choice, null));
    const [subject, words] =
      news === 'gone'
        ? [
            t('A webhook was disabled'),
            t('The receiver answered 410 Gone. No more events are sent to {address}.', { address }),
          ]
        : [
            t('A webhook fails'),
            t('Events do not reach {address} since {time}. They are tried again for a day.', { address, time }),
          ];
    const text = `${[words, ...(error === null ? [] : [error]), publicUrl].join('\n\n')}\n`;
    await outbox.add(change, { medium: 'mail', to: email, subject, text, groupId: hook.group_id });
  }
}
