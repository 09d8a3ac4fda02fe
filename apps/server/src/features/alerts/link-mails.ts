import { describeLinkCause, type LinkCause } from '@waymark/domain/alert/link-causes';
import type { CompanyId } from '@waymark/domain/ids';
import { writeBoth } from '@waymark/domain/time/zoned-text';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { writeMailLinks } from '@waymark/domain/words/write-message';
import type { Change } from '../../platform/database/change.ts';
import * as outbox from '../outbox/outbox.api.ts';
import { listPeople, readerOf, type Person } from '../users/recipients.queries.ts';
import { addAnswer, listAnswerable } from './answers.store.ts';

interface LinkMail {
  readonly groupId: CompanyId;
  readonly admins: readonly Person[];
  readonly causes: readonly LinkCause[];
  readonly publicUrl: string;
  readonly now: number;
}

export async function listAdmins({ db, scope }: Change, groupId: CompanyId): Promise<Person[]> {
  return (await listPeople({ db, scope }, [groupId])).filter(({ isAdmin }) => isAdmin);
}

/** Mails causes of links to the company's admins. Their alerts are stored already. */
export async function mailLinkCauses(
  change: Change,
  { groupId, admins, causes, publicUrl, now }: LinkMail,
): Promise<void> {
  if (causes.length === 0 || admins.length === 0) return;
  const answerable = await listAnswerable(change, groupId, null);
  const alerts = causes.flatMap(({ key }) => answerable.get(key) ?? []);
  for (const admin of admins) {
    const reader = readerOf(admin, null);
    const { t, zone } = reader;
    const subject = [...new Set(causes.map(({ kind }) => t(ALERT_TITLES[kind])))].join(', ');
    const words = causes.map((cause) => describeLinkCause(cause, t)).join('\n');
    const time = t('Time: {time}', { time: writeBoth(now, zone) });
    const answer = await addAnswer(change, { userId: admin.userId, groupId, medium: 'mail', alerts });
    const links = writeMailLinks(publicUrl, null, answer?.by, reader);
    const text = `${[subject, words, time, links].join('\n\n')}\n`;
    await outbox.add(change, { medium: 'mail', to: admin.email, subject, text, groupId, answerId: answer?.answerId });
  }
}
