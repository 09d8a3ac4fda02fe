import type { UserId } from '@waymark/domain/ids';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { foresee } from '@waymark/domain/run/estimate/outlook';
import type { Run } from '@waymark/domain/run/run';
import { chooseZone } from '@waymark/domain/time/times-choice';
import { writeActiveMail, writeFinishedMail, type MailLetter } from '@waymark/domain/words/report-mail';
import { scopeOf, systemScope, type Scope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import * as outbox from '../outbox/outbox.api.ts';
import { listEndedRunIds } from '../runs/ended-runs.queries.ts';
import { findRuns, listActiveRunIds } from '../runs/runs.queries.ts';
import { listRecipients, readerOf, type Recipient } from '../users/recipients.queries.ts';
import { listMailRecipients, type MailRow } from './report-mails.queries.ts';

/** Limits a mail; it says how many it leaves out. */
const MOST_RUNS = 200;

interface Sending {
  readonly publicUrl: string;
  readonly now: number;
}

/** The rights that the recipient has now, not those of the admin who has chosen them. */
const scopeOfRecipient = ({ userId, name, email, isAdmin, groupId }: Recipient): Scope =>
  scopeOf({ userId, name, email, groupId, role: isAdmin ? 'admin' : 'viewer', sessionId: '', expiresAt: 0 });

async function listWanted(change: Change, mail: MailRow, recipient: Recipient, now: number): Promise<number[]> {
  const reader = { db: change.db, scope: scopeOfRecipient(recipient) };
  if (mail.content === 'active') return listActiveRunIds(reader);
  if (!recipient.isAdmin) return [];
  return listEndedRunIds(reader, { groupId: mail.group_id, after: mail.covered_until.getTime(), until: now });
}

function writeLetter(
  mail: MailRow,
  runs: readonly Run[],
  leftOut: number,
  recipient: Recipient,
  { publicUrl, now }: Sending,
): MailLetter {
  const reader = (run?: Run) => readerOf(recipient, run?.path.timeZone);
  const shared = { leftOut, publicUrl, now, t: reader().t, zone: chooseZone(recipient, mail.time_zone) };
  if (mail.content === 'finished')
    return writeFinishedMail(
      runs.map((run) => ({ run, reader: reader(run) })),
      { ...shared, since: mail.covered_until.getTime() },
    );
  const active = runs.map((run) => {
    const course = layCourse(run.path);
    return { outlook: foresee(run, course, reckon(run, course)), reader: reader(run) };
  });
  return writeActiveMail(active, shared);
}

/** Enqueues the mail of one recipient; null: they no longer get it. */
async function sendTo(change: Change, mail: MailRow, recipient: Recipient, sending: Sending) {
  if (recipient.groupId !== mail.group_id || (mail.content === 'finished' && !recipient.isAdmin)) return null;
  const runIds = await listWanted(change, mail, recipient, sending.now);
  const reader = { db: change.db, scope: systemScope('report mails') };
  const runs = await findRuns(reader, runIds.slice(-MOST_RUNS));
  const letter = writeLetter(mail, runs, runIds.length - runs.length, recipient, sending);
  const dedupeKey = `report-mail ${JSON.stringify([mail.id, sending.now, recipient.userId])}`;
  await outbox.add(change, { medium: 'mail', to: recipient.email, ...letter, groupId: mail.group_id, dedupeKey });
  return { key: dedupeKey, runs: runIds.length };
}

/** Enqueues the mails in the transaction that moves the report on: both happen once, or neither. */
export async function sendMail(change: Change, mail: MailRow, sending: Sending): Promise<void> {
  const reader = { db: change.db, scope: systemScope('report mails') };
  const userIds: readonly UserId[] = (await listMailRecipients(reader, [mail.id])).get(mail.id) ?? [];
  const recipients = await listRecipients(reader, userIds);
  const keys: string[] = [];
  let most = 0;
  for (const recipient of recipients.values()) {
    const sent = await sendTo(change, mail, recipient, sending);
    if (!sent) continue;
    keys.push(sent.key);
    most = Math.max(most, sent.runs);
  }
  const at = new Date(sending.now);
  await change.db
    .updateTable('report_mails')
    .set({ covered_until: at, last_sent_at: at, last_runs: most, last_keys: keys })
    .where('id', '=', mail.id)
    .execute();
}
