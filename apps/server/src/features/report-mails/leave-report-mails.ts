import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';

/** Takes a user who leaves the company out of its mails. A mail without a recipient is sent to no one. */
export async function removeUserFromReportMails(
  change: Change,
  { userId, groupId }: { readonly userId: UserId; readonly groupId: CompanyId },
): Promise<void> {
  const removed = await change.db
    .deleteFrom('report_mail_recipients')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .returning('mail_id')
    .execute();
  await change.auditAll(
    removed.map(({ mail_id: mailId }) => ({
      action: 'report-mail-recipient-left',
      objectType: 'report-mail',
      objectId: mailId,
      groupId,
      before: { userId },
    })),
  );
}
