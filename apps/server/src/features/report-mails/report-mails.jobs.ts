import { findNextMail } from '@waymark/domain/report/mail-schedule';
import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log.ts';
import type { MailRow } from './report-mails.queries.ts';
import { sendMail } from './send-mail.ts';

const JOB = 'report-mails.send';

interface Parts {
  readonly database: Database;
  readonly log: Log;
  readonly publicUrl: string;
}

/** Locks one due mail, so that no other node sends it. */
const lockDue = ({ db }: Change, now: number, failed: readonly number[]) =>
  db
    .selectFrom('report_mails')
    .selectAll()
    .where('next_at', '<=', new Date(now))
    .$if(failed.length > 0, (query) => query.where('id', 'not in', failed))
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** After a stop one mail covers all that was missed. */
function findNext({ every, weekday, hour, time_zone: timeZone }: MailRow, now: number): Date {
  return new Date(findNextMail({ every, weekday, hour, timeZone }, now));
}

/** Returns whether there may be another one. A mail that fails does not hold back the others. */
async function sendNext({ database, log, publicUrl }: Parts, now: number, failed: number[]): Promise<boolean> {
  let mailId: number | undefined;
  try {
    return await database.change(systemOrigin('report mails'), async (change) => {
      const mail = await lockDue(change, now, failed);
      if (!mail) return false;
      const { id, group_id: groupId } = mail;
      mailId = id;
      await sendMail(change, mail, { publicUrl, now });
      await change.db
        .updateTable('report_mails')
        .set({ next_at: findNext(mail, now) })
        .where('id', '=', id)
        .execute();
      await change.audit({ action: 'report-mail-sent', objectType: 'report-mail', objectId: id, groupId });
      return true;
    });
  } catch (error) {
    if (mailId === undefined) throw error;
    failed.push(mailId);
    log.warn({ err: error, mailId }, 'a report by mail failed; retrying at the next minute');
    return true;
  }
}

/** Sends every due mail. */
export async function sendDueMails(parts: Parts, now: number): Promise<void> {
  const failed: number[] = [];
  while (await sendNext(parts, now, failed));
}

export const createReportMailsJobs = (parts: Parts): Job[] => [
  defineJob(JOB, z.object({}), () => sendDueMails(parts, Date.now())),
];

export const REPORT_MAILS_CRONTAB = [{ at: '* * * * *', job: JOB }] as const;
