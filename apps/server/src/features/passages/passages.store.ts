import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/**
 * Deletes a passage with its samples and its count, and records that arrived while waiting for the lock. Stores a note,
 * so that the device cannot restore it. Returns the ids.
 */
export async function deleteRecords(
  change: Change,
  { uid, endOfSnipAt: endedAt }: { readonly uid: number; readonly endOfSnipAt: number },
): Promise<number[]> {
  const endOfSnipAt = new Date(endedAt);
  await change.db.deleteFrom('waveforms').where('uid', '=', uid).where('end_of_snip_at', '=', endOfSnipAt).execute();
  const gone = await change.db
    .deleteFrom('passages')
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', endOfSnipAt)
    .returning(['id', 'group_id'])
    .execute();
  await sql`insert into deleted_passages (uid, end_of_snip_at) values (${uid}, ${endOfSnipAt}) on conflict do nothing`.execute(
    change.db,
  );
  const day = endOfSnipAt.toISOString().slice(0, 10);
  // The company of the first record has counted the passage; normally all records have the same.
  const groupId = gone[0]?.group_id ?? null;
  await sql`update record_counts set count = count - 1
    where uid = ${uid} and kind = 'passage' and day = ${day}::date and group_id = ${groupId} and count > 0`.execute(
    change.db,
  );
  return gone.map(({ id }) => id);
}

/** Recomputes the device's last passage, if it was one of these records or is older than this time. */
export async function settleLastPassage(
  change: Change,
  uid: number,
  ids: readonly number[],
  passageAt: Date | null,
): Promise<void> {
  await sql`
    update device_states s set (passage_at, passage_id, detection_count) = (
      select p.passage_at, p.id, p.detection_count from passages p
      where p.uid = s.uid and p.group_id = d.group_id
      order by p.passage_at desc, p.kind = 2 desc, p.kind limit 1)
    from devices d
    where d.uid = s.uid and s.uid = ${uid}
      and (s.passage_id in (${sql.join(ids)}) or s.passage_at < ${passageAt}::timestamptz)`.execute(change.db);
}
