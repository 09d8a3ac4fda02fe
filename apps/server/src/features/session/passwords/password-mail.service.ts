import { LINK_THROTTLE } from '@waymark/domain/account/throttle';
import type { UserId } from '@waymark/domain/ids';
import type { Translate } from '@waymark/domain/language/translate';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { translateTo } from '../../../platform/language/translations.ts';
import { accountKey, countAttempt } from '../throttle/attempts.store.ts';
import { addPasswordLink } from './password-links.store.ts';
import { findPasswordUser } from '../session.queries.ts';
import * as outbox from '../../outbox/outbox.api.ts';
import { z } from 'zod';

export const PASSWORD_LINK_JOB = 'session.password-link';
export const passwordLinkPayload = z.object({
  email: z.string(),
  /** The first link of a new user: the server sends it without a request, so no throttle applies. */
  isFirst: z.boolean().default(false),
});
type PasswordLinkRequest = z.infer<typeof passwordLinkPayload>;

const LINK_H = 1;
/** Longer than `LINK_H`, because new users do not expect the mail. */
const FIRST_LINK_H = 72;
/** Placeholder in the stored text: the link is generated when the mail is sent, so that the outbox never holds it. */
const LINK_PLACE = '(the link is made when this mail is sent)';

const writeParts = (...parts: readonly string[]) => `${parts.join('\n\n')}\n`;

function describeLink(name: string, t: Translate) {
  return {
    subject: t('Set your Waymark password'),
    text: writeParts(
      t('Hello {name},', { name }),
      `${t('open this link within one hour to set your password:')}\n${LINK_PLACE}`,
      t('If you did not ask for it, do nothing: your password stays as it is.'),
    ),
  };
}

function describeFirstLink(name: string, publicUrl: string, t: Translate) {
  return {
    subject: t('Your Waymark account'),
    text: writeParts(
      t('Hello {name},', { name }),
      `${t('you have got an account on Waymark. Open this link within three days to set your password:')}\n${LINK_PLACE}`,
      t('Later you get a new link at {address}', { address: `${publicUrl}/reset` }),
    ),
  };
}

/** Mails a link, unless no user with a password here has this address, or links were requested too often. */
export async function mailPasswordLink(
  database: Database,
  publicUrl: string,
  { email, isFirst }: PasswordLinkRequest,
): Promise<void> {
  await database.change(systemOrigin('password link'), async (change) => {
    const user = await findPasswordUser({ scope: change.scope, db: change.db }, { email });
    if (!user || (isFirst && user.changed_at !== null)) return;
    if (!isFirst && (await countAttempt(change, `link:${accountKey(email)}`, LINK_THROTTLE)) > 0) return;
    const t = translateTo(user.language);
    await outbox.add(change, {
      medium: 'mail',
      to: user.email,
      ...(isFirst ? describeFirstLink(user.name, publicUrl, t) : describeLink(user.name, t)),
      groupId: user.group_id,
      link: { userId: user.id, epoch: user.link_epoch, validH: isFirst ? FIRST_LINK_H : LINK_H },
    });
    await change.audit({
      action: 'password-link-mailed',
      objectType: 'user',
      objectId: user.id,
      groupId: user.group_id,
    });
  });
}

interface LinkMail {
  readonly outboxId: number;
  readonly to: string;
  readonly text: string;
  readonly link: { readonly userId: UserId; readonly epoch: number; readonly validH: number };
}

/** Makes the link of a mail that is sent now; null when the account has changed since it was requested. */
export async function fillPasswordLink(
  change: Change,
  publicUrl: string,
  { outboxId, to, text, link }: LinkMail,
): Promise<string | null> {
  const user = await findPasswordUser({ scope: change.scope, db: change.db }, { userId: link.userId });
  if (user?.link_epoch !== link.epoch || user.email !== to) return null;
  const token = await addPasswordLink(change, { ...link, email: to.toLowerCase(), outboxId });
  return text.replaceAll(LINK_PLACE, `${publicUrl}/set-password#token=${token}`);
}
