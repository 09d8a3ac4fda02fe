import type { CompanyId, UserId } from '@waymark/domain/ids';
import { sql, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';

interface EndedFilter {
  readonly groupId: CompanyId;
  /** UTC milliseconds: ended after `after`, and not after `until`. */
  readonly after: number;
  readonly until: number;
  /** Only runs that notify this user. */
  readonly notifying?: UserId;
}

/** The runs that were ended in a span of time, whatever their receive times; in that order. */
export async function listEndedRunIds(
  { db, scope }: Reader,
  { groupId, after, until, notifying }: EndedFilter,
): Promise<number[]> {
  const endedAt = sql<Date>`coalesce(ended_at, completed_at)`;
  const isOfUser = sql<SqlBool>`exists (
    select from pig_run_rules r where r.run_id = pig_runs.id and r.user_id = ${notifying ?? 0})`;
  const rows = await db
    .selectFrom('pig_runs')
    .select('id')
    .where('group_id', '=', groupId)
    .where(inCompany(scope, 'pig_runs.group_id'))
    .where('completed_at', 'is not', null)
    .where(endedAt, '>', new Date(after))
    .where(endedAt, '<=', new Date(until))
    .$if(notifying !== undefined, (query) => query.where(isOfUser))
    .orderBy(endedAt)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
