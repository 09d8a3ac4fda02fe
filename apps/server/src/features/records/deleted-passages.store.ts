import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

// Passages that a person has deleted, and that their device may still have and send again.

interface PassageKey {
  readonly uid: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
}

export function isNotDeleted(uid: number, endOfSnipAt: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from deleted_passages d where d.uid = ${uid} and d.end_of_snip_at = ${endOfSnipAt})`;
}

export async function wasDeleted(change: Change, { uid, endOfSnipAt }: PassageKey): Promise<boolean> {
  const found = await change.db
    .selectFrom('deleted_passages')
    .select('uid')
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', new Date(endOfSnipAt))
    .executeTakeFirst();
  return found !== undefined;
}

export async function forgetDeletion(change: Change, { uid, endOfSnipAt }: PassageKey): Promise<void> {
  await change.db
    .deleteFrom('deleted_passages')
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', new Date(endOfSnipAt))
    .execute();
}
