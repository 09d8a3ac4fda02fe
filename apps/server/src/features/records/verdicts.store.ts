import { sql } from 'kysely';
import { writeArray, writeInstants } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { isInMonthsOf } from '../../platform/database/in-months.ts';
import type { PassageKey } from './passage-keys.ts';

/** The values of a passage that users and rules decide. All its records have the same. */
export interface Verdict extends PassageKey {
  readonly isVerified: boolean;
  /** A user's name, or AUTOMATIC; null where it is not verified. */
  readonly verifiedBy: string | null;
  /** UTC milliseconds. */
  readonly passageAt: number;
}

/**
 * The only writer of these values once a record is stored. The caller holds the lock on the runs of the company
 * (`runs.lock`); passages of other companies stay as they are. Returns the passages that have records, which stay locked.
 */
export async function storeVerdicts(
  change: Change,
  groupId: number,
  verdicts: readonly Verdict[],
): Promise<PassageKey[]> {
  if (verdicts.length === 0) return [];
  const column = <Value>(read: (verdict: Verdict) => Value) => verdicts.map(read);
  const ends = column(({ endOfSnipAt }) => endOfSnipAt);
  // Arrays, whose lengths the planner knows.
  const lines = sql`unnest(
    ${writeArray(column(({ uid }) => uid))}::bigint[], ${writeInstants(ends)}::timestamptz[],
    ${writeArray(column(({ isVerified }) => isVerified))}::boolean[], ${writeInstants(column(({ passageAt }) => passageAt))}::timestamptz[],
    ${column(({ isVerified, verifiedBy }) => (isVerified ? verifiedBy : null))}::text[]
  ) as line (uid, end_of_snip_at, is_verified, passage_at, verified_by)`;
  const isTheirs = sql`p.uid = line.uid and p.end_of_snip_at = line.end_of_snip_at
    and p.group_id = ${groupId} and ${isInMonthsOf('p', ends)}`;
  const isOther = sql`(p.is_verified, p.passage_at, p.verified_by) is distinct from (line.is_verified, line.passage_at, line.verified_by)`;
  // A record of another channel copies these values under a lock on its siblings. Waiting for it in a statement of its own
  // lets the update see that record.
  const { rows } = await sql<{ uid: number; end_of_snip_at: Date; is_other: boolean }>`
    select p.uid, p.end_of_snip_at, ${isOther} as is_other from passages p join ${lines} on ${isTheirs}
    order by p.uid, p.end_of_snip_at, p.kind for update of p`.execute(change.db);
  if (rows.some((row) => row.is_other))
    await sql`update passages p set is_verified = line.is_verified, passage_at = line.passage_at, verified_by = line.verified_by
      from ${lines} where ${isTheirs} and ${isOther}`.execute(change.db);
  return rows.map(({ uid, end_of_snip_at: end }) => ({ uid, endOfSnipAt: end.getTime() }));
}
