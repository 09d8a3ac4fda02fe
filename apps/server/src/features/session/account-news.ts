import type { UserId } from '@waymark/domain/ids';
import type { Translate } from '@waymark/domain/language/translate';
import { chooseZone } from '@waymark/domain/time/times-choice';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import type { Change } from '../../platform/database/change.ts';
import { translateTo } from '../../platform/language/translations.ts';
import * as outbox from '../outbox/outbox.api.ts';
import { listRecipients } from '../users/recipients.queries.ts';
import { findPasswordHash } from './session.queries.ts';

// Mails a user each change of their password, e-mail and second factor. An attacker may have made it.

export type AccountNews =
  | 'password-set'
  | 'password-given'
  | 'email-changed'
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  | 'second-factor-reset';

const SUBJECT: Readonly<Record<AccountNews, (t: Translate) => string>> = {
  'password-set': (t) => t('Your Waymark password was changed'),
  'password-given': (t) => t('An administrator has set your Waymark password'),
  'email-changed': (t) => t('The e-mail address of your Waymark account was changed'),
  'app-added': (t) => t('An authenticator app was added to your Waymark account'),
  'app-removed': (t) => t('The authenticator app was removed from your Waymark account'),
  'passkey-added': (t) => t('A passkey was added to your Waymark account'),
  'passkey-removed': (t) => t('A passkey was removed from your Waymark account'),
  'recovery-codes-renewed': (t) => t('New recovery codes were made for your Waymark account'),
  'second-factor-reset': (t) => t('An administrator has reset the two-step sign-in of your Waymark account'),
};

interface Telling {
  readonly userId: UserId;
  readonly news: AccountNews;
  /** The address of the mail; by default that of the user. */
  readonly to?: string;
}

export async function mailAccountNews(change: Change, { userId, news, to }: Telling): Promise<void> {
  const recipient = (await listRecipients({ scope: change.scope, db: change.db }, [userId])).get(userId);
  if (!recipient) return;
  const t = translateTo(recipient.language);
  const { address } = change.origin;
  const time = writeBoth(Date.now(), chooseZone(recipient, null));
  const happened = address === null ? time : t('{time}, from the network address {address}.', { time, address });
  const text = [
    t('Hello {name},', { name: recipient.name }),
    `${SUBJECT[news](t)}: ${happened}`,
    t(
      'If you did not expect this, tell your administrator, and set a new password: the sign-in page mails you a link.',
    ),
  ];
  await outbox.add(change, {
    medium: 'mail',
    to: to ?? recipient.email,
    subject: SUBJECT[news](t),
    text: `${text.join('\n\n')}\n`,
    groupId: recipient.groupId,
  });
}

/** Tells the old address; not that of a user who has never signed in, because it may be a wrong one. */
export async function mailEmailChange(change: Change, userId: UserId, oldEmail: string): Promise<void> {
  if ((await findPasswordHash({ scope: change.scope, db: change.db }, userId)) !== undefined)
    await mailAccountNews(change, { userId, news: 'email-changed', to: oldEmail });
}
