import type { RunId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { ChangedPassage } from './runs.events.ts';

/** Records the device passages that a user has changed, so that the server never verifies them automatically again. */
export async function storeDecided(change: Change, runId: RunId, changed: readonly ChangedPassage[]): Promise<void> {
  if (change.origin.userId === null) return;
  const decided = changed.flatMap(({ after }) => {
    const { uid = null, endOfSnipAt: ms = null } = after ?? {};
    return uid === null || ms === null ? [] : [{ uid, ms }];
  });
  if (decided.length === 0) return;
  await sql`insert into pig_run_decided_passages (run_id, uid, end_of_snip_at)
    select ${runId}, uid, to_timestamp(ms / 1000.0) from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as line (uid bigint, ms bigint)
    on conflict do nothing`.execute(change.db);
}
