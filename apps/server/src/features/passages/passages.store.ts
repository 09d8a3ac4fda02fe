import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

// What is said of one record holds for its siblings: the records of a passage share uid and end of snippet.

/** Names a passage. */
export interface PassageKey {
  readonly uid: number;
  readonly endOfSnipAt: Date;
}

export async function storeVerification(
  change: Change,
  { uid, endOfSnipAt }: PassageKey,
  isVerified: boolean,
): Promise<void> {
  await change.db
    .updateTable('passages')
    .set({ is_verified: isVerified })
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', endOfSnipAt)
    .execute();
}

/** Of many passages of a device at once. */
export async function storeVerifications(
  change: Change,
  { uid, groupId }: { readonly uid: number; readonly groupId: number },
  endsOfSnip: readonly Date[],
  isVerified: boolean,
): Promise<void> {
  if (endsOfSnip.length === 0) return;
  await change.db
    .updateTable('passages')
    .set({ is_verified: isVerified })
    .where('uid', '=', uid)
    .where('group_id', '=', groupId)
    .where('end_of_snip_at', 'in', endsOfSnip)
    .where('is_verified', '!=', isVerified)
    .execute();
}

/** Makes the records say what their run says; answers the passages of which they did not. */
export async function storeVerificationsOfRun(
  change: Change,
  { runId, groupId }: { readonly runId: number; readonly groupId: number },
): Promise<PassageKey[]> {
  const { rows } = await sql<PassageKey>`
    update passages p set is_verified = placed.is_verified
    from pig_run_passages placed
    where placed.run_id = ${runId} and p.group_id = ${groupId} and p.uid = placed.uid and p.end_of_snip_at = placed.end_of_snip_at and p.is_verified <> placed.is_verified
    returning p.uid, p.end_of_snip_at as "endOfSnipAt"`.execute(change.db);
  return rows;
}

export async function storePassageTime(
  change: Change,
  { uid, endOfSnipAt }: PassageKey,
  passageAt: Date,
): Promise<void> {
  await change.db
    .updateTable('passages')
    .set({ passage_at: passageAt })
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', endOfSnipAt)
    .execute();
}

/**
 * With its samples and its count; a record that arrived while we waited for the lock goes too. A note stays, so that the
 * device does not bring it back. Answers the ids.
 */
export async function deleteRecords(change: Change, { uid, endOfSnipAt }: PassageKey): Promise<number[]> {
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
  // The company of the first record has counted the passage; all of them have the same, as a rule.
  const groupId = gone[0]?.group_id ?? null;
  await sql`update record_counts set count = count - 1
    where uid = ${uid} and kind = 'passage' and day = ${day}::date and group_id = ${groupId} and count > 0`.execute(
    change.db,
  );
  return gone.map(({ id }) => id);
}

/** The last passage of the device anew, where it was one of these records or is older than this time. */
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
