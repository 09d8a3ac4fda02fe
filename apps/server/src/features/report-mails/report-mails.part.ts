import type { Routes } from '@waymark/contract/routes/index';
import type { CompanyId } from '@waymark/domain/ids';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Context } from '../../platform/part.ts';
import { createReportMailsJobs, REPORT_MAILS_CRONTAB } from './report-mails.jobs.ts';
import { readReportMails } from './report-mails.queries.ts';
import { deleteReportMail, saveReportMail, sendReportMailNow } from './report-mails.service.ts';

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
