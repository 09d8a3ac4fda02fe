import { sql } from 'kysely';
import { startOfMonth, monthOf } from '../../platform/database/partitions.ts';
import type { Change } from '../../platform/database/change.ts';

const DAY_MS = 86_400_000;

/** Deletes the counts of dropped months. */
export async function forgetCounts(
  change: Change,
  tables: readonly { readonly kind: string; readonly days: number }[],
  now: number,
): Promise<void> {
  for (const { kind, days } of tables) {
    const oldest = new Date(startOfMonth(monthOf(now - days * DAY_MS))).toISOString().slice(0, 10);
    await sql`delete from record_counts where kind = ${kind} and day < ${oldest}::date`.execute(change.db);
  }
}

/** Deletes the entries of deleted passages that are too old to be stored again. */
export async function forgetDeletions(change: Change, before: number): Promise<void> {
  await change.db.deleteFrom('deleted_passages').where('end_of_snip_at', '<', new Date(before)).execute();
}

export async function forgetRejections(change: Change, before: number): Promise<void> {
  await change.db.deleteFrom('rejected_messages').where('last_at', '<', new Date(before)).execute();
}
