import type { ReportMail, ReportMails } from '@waymark/contract/routes/report-mails';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { countDeliveries, type Deliveries } from '../outbox/outbox.queries.ts';
import { listPeople } from '../users/recipients.queries.ts';

const selectMails = ({ db, scope }: Reader, groupId: CompanyId) =>
  db
    .selectFrom('report_mails')
    .selectAll()
    .where('group_id', '=', groupId)
    .where(inCompany(scope, 'report_mails.group_id'))
    .orderBy('id');
export type MailRow = Awaited<ReturnType<ReturnType<typeof selectMails>['executeTakeFirstOrThrow']>>;

/** The recipients of mails, by mail. */
export async function listMailRecipients(
  { db }: Reader,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, readonly UserId[]>> {
  if (mailIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('report_mail_recipients')
    .select(['mail_id', 'user_id'])
    .where('mail_id', 'in', mailIds)
    .orderBy('user_id')
    .execute();
  const byMail = Map.groupBy(rows, ({ mail_id: mailId }) => mailId);
  return new Map([...byMail].map(([mailId, ofMail]) => [mailId, ofMail.map(({ user_id: userId }) => userId)]));
}

const writeTime = (at: Date) => formatUtcSecond(at.getTime());

function toWire(row: MailRow, userIds: readonly UserId[], deliveries: Deliveries): ReportMail {
  const { id, content, every, weekday, hour, time_zone: timeZone, next_at: nextAt, last_sent_at: lastAt } = row;
  return {
    id,
    content,
    every,
    weekday,
    hour,
    timeZone,
    isOn: nextAt !== null,
    userIds: [...userIds],
    nextAt: nextAt && writeTime(nextAt),
    last: lastAt && { at: writeTime(lastAt), runs: row.last_runs, ...deliveries },
  };
}

export async function readReportMails(reader: Reader, groupId: CompanyId): Promise<ReportMails> {
  const rows = await selectMails(reader, groupId).execute();
  const recipients = await listMailRecipients(
    reader,
    rows.map(({ id }) => id),
  );
  const mails: ReportMail[] = [];
  for (const row of rows)
    mails.push(toWire(row, recipients.get(row.id) ?? [], await countDeliveries(reader, row.last_keys)));
  const people = await listPeople(reader, [groupId]);
  return { mails, people: people.map(({ userId, name, isAdmin }) => ({ userId, name, isAdmin })) };
}
