import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';

/** The devices of the list with missing packets of an accepted download; null: all devices with pending requests. */
export async function listOwingUids(reader: Reader, uids: readonly Uid[] | null): Promise<Uid[]> {
  const { rows } = await sql<{ uid: Uid }>`select distinct uid from downloads
    where state <> 'DC' and ${uids === null ? sql`is_wanted` : sql`uid = any(${writeArray(uids)}::bigint[]) and accepted_at is not null`}
      and ${inCompany(reader.scope, 'downloads.group_id')}`.execute(reader.db);
  return rows.map(({ uid }) => uid);
}
