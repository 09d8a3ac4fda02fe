import type { Uid } from '@waymark/domain/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { keyOf, writeKeys, type PassageKey } from './passage-keys.ts';

// Passages that a user has deleted. The device may still have them, so their keys block storing them again.

export function isNotDeleted(uid: Uid, endOfSnipAt: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from deleted_passages d where d.uid = ${uid} and d.end_of_snip_at = ${endOfSnipAt})`;
}

/** The keys (`keyOf`) of those passages that a user has deleted. */
export async function listDeleted(change: Change, keys: readonly PassageKey[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ uid: Uid; end_of_snip_at: Date }>`
    select d.uid, d.end_of_snip_at from deleted_passages d
    join ${writeKeys(keys)} key on d.uid = key.uid and d.end_of_snip_at = key.at`.execute(change.db);
  return new Set(rows.map(({ uid, end_of_snip_at: at }) => keyOf({ uid, endOfSnipAt: at.getTime() })));
}

export async function forgetDeletion(change: Change, { uid, endOfSnipAt }: PassageKey): Promise<void> {
  await change.db
    .deleteFrom('deleted_passages')
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', new Date(endOfSnipAt))
    .execute();
}
