import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { auditRoutes } from '@waymark/contract/routes/audit';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { cutPage, isBefore, isWithin } from './newest-first.ts';

type ErrorPage = RouteReply<typeof auditRoutes.listErrors>;
type ErrorQuery = RouteInput<typeof auditRoutes.listErrors>['query'];

/** A page of the error log, newest first. Its rows belong to no company. */
export async function listErrors(reader: Reader, query: ErrorQuery): Promise<ErrorPage> {
  const { logId, rowsPerPage } = query;
  const rows = await reader.db
    .selectFrom('error_log')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'error_log.user_id').on(inCompany(reader.scope, 'users.group_id')),
    )
    .leftJoin('api_keys', (join) =>
      join.on(sql`-error_log.user_id`, '=', sql.ref('api_keys.id')).on(inCompany(reader.scope, 'api_keys.group_id')),
    )
    .selectAll('error_log')
    .select(
      sql<string | null>`coalesce(users.name,
        case when 'wallboard' = any (api_keys.scopes) then 'Wallboard ' else 'API key ' end || api_keys.name)`.as(
        'user_name',
      ),
    )
    .where((eb) => eb.and([...isWithin(query), ...isBefore('error_log', query.before)]))
    .$if(logId !== undefined, (select) => select.where('error_log.id', '=', logId ?? 0))
    .orderBy('error_log.at', 'desc')
    .orderBy('error_log.id', 'desc')
    .limit(rowsPerPage + 1)
    .execute();
  const { entries, hasMore } = cutPage(rows, rowsPerPage);
  const write = ({
    id,
    at,
    user_id: userId,
    user_name: userName,
    request_id: requestId,
    ...rest
  }: (typeof rows)[number]) => ({
    ...rest,
    logId: id,
    at: formatUtcSecond(at.getTime()),
    userId,
    userName,
    requestId,
  });
  return { entries: entries.map(write), hasMore };
}
