import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { RecordKind } from './record-kinds.ts';

/** One more record of this kind on the UTC day of `at`, in the transaction that stores it. */
export async function countRecord(
  change: Change,
  kind: RecordKind,
  { uid, groupId, at }: { readonly uid: number; readonly groupId: number; readonly at: number },
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  await sql`insert into record_counts (uid, kind, day, group_id, count) values (${uid}, ${kind}, ${day}::date, ${groupId}, 1)
    on conflict (uid, kind, day, group_id) do update set count = record_counts.count + 1`.execute(change.db);
}
