import type { RouteReply } from '@waymark/contract/route';
import type { systemRoutes } from '@waymark/contract/routes/system';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

const LISTED = 100;

/** The newest messages, newest first. */
export async function listNewestMessages(reader: Reader): Promise<RouteReply<typeof systemRoutes.readOutbox>> {
  const rows = await reader.db
    .selectFrom('outbox')
    .select(['id', 'medium', 'recipient as to', 'subject', 'body_text as text', 'status', 'attempts', 'created_at'])
    .where(inCompany(reader.scope, 'outbox.group_id'))
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(({ created_at: createdAt, ...message }) => ({
    ...message,
    createdAt: formatUtcSecond(createdAt.getTime()),
  }));
}

/** How many wait and how many are dead; those sent are too many to count at every look. */
export async function countUnsentMessages(reader: Reader): Promise<{ waiting: number; dead: number }> {
  const rows = await reader.db
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', '<>', 'sent')
    .where(inCompany(reader.scope, 'outbox.group_id'))
    .groupBy('status')
    .execute();
  const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { waiting: countOf('waiting'), dead: countOf('dead') };
}
