import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';

export type ReportMails = ReplyAt<'GET /company/report-mails'>;
export type ReportMail = ReportMails['mails'][number];
export type MailPerson = ReportMails['people'][number];
export type SentMail = CallAt<'POST /company/report-mails'>['body'];

/** Loaded each time the dialog opens: there is no event for reports by mail. */
export const reportMailsQuery = {
  ...queryApi('GET /company/report-mails'),
  staleTime: 0,
  meta: { isShownInPlace: true },
};

const put = (queryClient: QueryClient, mails: ReportMails) =>
  queryClient.setQueryData(reportMailsQuery.queryKey, mails);

export async function saveMail(queryClient: QueryClient, body: SentMail): Promise<void> {
  put(queryClient, await callApi('POST /company/report-mails', { body }));
  showSuccess(t('Report by mail saved'));
}

export async function deleteMail(queryClient: QueryClient, { id }: ReportMail): Promise<void> {
  put(queryClient, await callApi('DELETE /company/report-mails/:id', { params: { id } }));
  showSuccess(t('Report by mail deleted'));
}

export async function sendMailNow(queryClient: QueryClient, { id }: ReportMail): Promise<void> {
  put(queryClient, await callApi('POST /company/report-mails/:id/send', { params: { id } }));
  showSuccess(t('Report queued'));
}
