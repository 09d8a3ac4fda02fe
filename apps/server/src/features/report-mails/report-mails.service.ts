import type { ReportMails, SentReportMail } from '@waymark/contract/routes/report-mails';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { findFirstSince, findNextMail } from '@waymark/domain/report/mail-schedule';
import { sql } from 'kysely';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listPeople } from '../users/recipients.queries.ts';
import { lockGroup } from '../users/users.queries.ts';
import { readReportMails } from './report-mails.queries.ts';
import { sendMail } from './send-mail.ts';

const MOST_MAILS = 20;
/** Two admins who press at the same time send one mail. */
const SEND_AGAIN_AFTER_MS = 60_000;

const readerOf = ({ db, scope }: Change) => ({ db, scope });

/** Only admins see completed runs. */
async function checkRecipients(change: Change, groupId: CompanyId, { userIds, content }: SentReportMail) {
  const people = new Map((await listPeople(readerOf(change), [groupId])).map((person) => [person.userId, person]));
  const mayRead = (userId: UserId) => {
    const person = people.get(userId);
    return person !== undefined && (content === 'active' || person.isAdmin);
  };
  if (!userIds.every(mayRead)) throw problem('report-mail-recipient');
}

async function addMail({ db }: Change, groupId: CompanyId, values: ReturnType<typeof toValues>, since: number) {
  const { count } = await db
    .selectFrom('report_mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  if (count >= MOST_MAILS) throw problem('too-many-report-mails');
  const { id } = await db
    .insertInto('report_mails')
    .values({ group_id: groupId, covered_until: new Date(since), ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function changeMail({ db }: Change, groupId: CompanyId, id: number, values: ReturnType<typeof toValues>) {
  const changed = await db
    .updateTable('report_mails')
    .set(values)
    .where('id', '=', id)
    .where('group_id', '=', groupId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw problem('report-mail-not-found');
}

function toValues({ content, every, weekday, hour, timeZone, isOn }: SentReportMail, now: number) {
  const nextAt = isOn ? new Date(findNextMail({ every, weekday, hour, timeZone }, now)) : null;
  return { content, every, weekday, hour, time_zone: timeZone, next_at: nextAt };
}

async function replaceRecipients({ db }: Change, groupId: CompanyId, mailId: number, userIds: readonly UserId[]) {
  await db.deleteFrom('report_mail_recipients').where('mail_id', '=', mailId).execute();
  const rows = [...new Set(userIds)].map((userId) => ({ mail_id: mailId, group_id: groupId, user_id: userId }));
  await db.insertInto('report_mail_recipients').values(rows).execute();
}

export function saveReportMail(
  database: Database,
  origin: ChangeOrigin,
  groupId: CompanyId,
  sent: SentReportMail,
  now: number,
): Promise<ReportMails> {
  return database.change(origin, async (change) => {
    await lockGroup(readerOf(change), groupId);
    await checkRecipients(change, groupId, sent);
    const { id, userIds, content, every, weekday, hour, timeZone, isOn } = sent;
    const values = toValues(sent, now);
    if (id !== null) await changeMail(change, groupId, id, values);
    const mailId = id ?? (await addMail(change, groupId, values, findFirstSince(sent, now)));
    await replaceRecipients(change, groupId, mailId, userIds);
    await change.audit({
      action: 'report-mail-saved',
      objectType: 'report-mail',
      objectId: mailId,
      groupId,
      after: { content, every, weekday, hour, timeZone, isOn, userIds },
    });
    return readReportMails(readerOf(change), groupId);
  });
}

export function deleteReportMail(
  database: Database,
  origin: ChangeOrigin,
  groupId: CompanyId,
  id: number,
): Promise<ReportMails> {
  return database.change(origin, async (change) => {
    const deleted = await change.db
      .deleteFrom('report_mails')
      .where('id', '=', id)
      .where('group_id', '=', groupId)
      .returning(['content', 'every'])
      .executeTakeFirst();
    if (!deleted) throw problem('report-mail-not-found');
    await change.audit({
      action: 'report-mail-deleted',
      objectType: 'report-mail',
      objectId: id,
      groupId,
      before: deleted,
    });
    return readReportMails(readerOf(change), groupId);
  });
}

/** The next mail of the schedule stays, and begins where this one ends. */
export function sendReportMailNow(
  database: Database,
  origin: ChangeOrigin,
  { groupId, id, publicUrl, now }: { groupId: CompanyId; id: number; publicUrl: string; now: number },
): Promise<ReportMails> {
  return database.change(origin, async (change) => {
    const mail = await change.db
      .selectFrom('report_mails')
      .selectAll()
      .where('id', '=', id)
      .where('group_id', '=', groupId)
      .forUpdate()
      .executeTakeFirst();
    if (!mail) throw problem('report-mail-not-found');
    const lastAt = mail.last_sent_at?.getTime() ?? -Infinity;
    if (now - lastAt < SEND_AGAIN_AFTER_MS && now >= lastAt) throw problem('report-mail-just-sent');
    await sendMail(change, mail, { publicUrl, now });
    await change.audit({ action: 'report-mail-sent', objectType: 'report-mail', objectId: id, groupId });
    return readReportMails(readerOf(change), groupId);
  });
}
