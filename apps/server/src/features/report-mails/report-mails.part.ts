import type { Routes } from '@waymark/contract/routes/index';
import type { CompanyId } from '@waymark/domain/ids';
import { originOf, scopeOfCall, type SignedInCall, systemOrigin } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Context } from '../../platform/part.ts';
import { readReportMails, type MailRow } from './report-mails.queries.ts';
import { deleteReportMail, saveReportMail, sendReportMailNow } from './report-mails.service.ts';
import { findNextMail } from '@waymark/domain/report/mail-schedule';
import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log.ts';
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

const createReportMailsJobs = (parts: Parts): Job[] => [
  defineJob(JOB, z.object({}), () => sendDueMails(parts, Date.now())),
];

const REPORT_MAILS_CRONTAB = [{ at: '* * * * *', job: JOB }] as const;

interface Options extends Context {
  readonly config: { readonly publicUrl: string };
}

function companyOf({ actor }: SignedInCall): CompanyId {
  if (actor.groupId === null) throw problem('forbidden');
  return actor.groupId;
}

function createReportMailsHandlers(database: Database, publicUrl: string): Handlers<Routes['reportMails']> {
  return {
    listReportMails: (_input, call) => readReportMails(database.read(scopeOfCall(call)), companyOf(call)),
    saveReportMail: ({ body }, call) => saveReportMail(database, originOf(call), companyOf(call), body, Date.now()),
    deleteReportMail: ({ params }, call) => deleteReportMail(database, originOf(call), companyOf(call), params.id),
    sendReportMail: ({ params }, call) => {
      const sending = { groupId: companyOf(call), id: params.id, publicUrl, now: Date.now() };
      return sendReportMailNow(database, originOf(call), sending);
    },
  };
}

export const createReportMailsPart = ({ database, log, config }: Options) => ({
  handlers: { reportMails: createReportMailsHandlers(database, config.publicUrl) },
  jobs: createReportMailsJobs({ database, log, publicUrl: config.publicUrl }),
  crontab: REPORT_MAILS_CRONTAB,
});
