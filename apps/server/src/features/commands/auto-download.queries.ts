import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { CommandDraft } from './queue.store.ts';

/** The devices whose auto-download flag is on. */
export async function listAutoDownload(reader: Reader, uids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ uid: number }>`
    select uid from devices where uid = any(${writeArray(uids)}::bigint[]) and is_auto_download`.execute(reader.db);
  return new Set(rows.map(({ uid }) => uid));
}

export async function hasWaveform(reader: Reader, uid: number, endOfSnipAt: number): Promise<boolean> {
  const found = await reader.db
    .selectFrom('waveforms')
    .select('uid')
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', new Date(endOfSnipAt))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether auto-download has ever requested this window, or a pending command of a user requests it. */
export async function isAskedFor(reader: Reader, { uid, groupId, type, parameters }: CommandDraft): Promise<boolean> {
  const { rows } = await sql<{ is_asked: boolean }>`select exists(
    select from commands where uid = ${uid} and group_id = ${groupId}
      and (source = 'auto-download' or state in ('queued', 'sent') and type = ${type}
        and parameters ->> 'FileType' is not distinct from ${parameters['FileType'] ?? null}::text)
      and parameters ->> 'FileNamesStartDate' <= ${parameters['FileNamesStartDate']}
      and parameters ->> 'FileNamesEndDate' >= ${parameters['FileNamesEndDate']}) as is_asked`.execute(reader.db);
  return rows[0]?.is_asked === true;
}
