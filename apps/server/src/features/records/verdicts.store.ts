import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { isInMonthsOf } from '../../platform/database/in-months.ts';
import type { PassageKey } from './passage-keys.ts';

/** The values of a passage that users and rules decide. All its records have the same. */
export interface Verdict extends PassageKey {
  readonly isVerified: boolean;
  /** UTC milliseconds. */
  readonly passageAt: number;
}

/**
 * The only writer of these values once a record is stored. The caller holds the lock on the runs of the company
 * (`runs.lock`); passages of other companies stay as they are.
 */
export async function storeVerdicts(change: Change, groupId: number, verdicts: readonly Verdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const lines = sql`jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb)
    as line (uid bigint, "endOfSnipAt" bigint, "isVerified" boolean, "passageAt" bigint)`;
  const isTheirs = sql`p.uid = line.uid and p.end_of_snip_at = to_timestamp(line."endOfSnipAt" / 1000.0)
    and p.group_id = ${groupId} and ${isInMonthsOf(
      'p',
      verdicts.map(({ endOfSnipAt }) => endOfSnipAt),
    )}`;
  // A record of another channel copies these values under a lock on its siblings. Waiting for it in a statement of its own
  // lets the update see that record.
  await sql`select from passages p join ${lines} on ${isTheirs}
    order by p.uid, p.end_of_snip_at, p.kind for update of p`.execute(change.db);
  await sql`update passages p
    set is_verified = line."isVerified", passage_at = to_timestamp(line."passageAt" / 1000.0)
    from ${lines}
    where ${isTheirs} and (p.is_verified <> line."isVerified" or p.passage_at <> to_timestamp(line."passageAt" / 1000.0))`.execute(
    change.db,
  );
}
