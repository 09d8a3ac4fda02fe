import type { FileWindow } from '@waymark/commands/windows';
import type { CompanyId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { SATELLITE_SILENCE_MS } from '../downloads/downloads.api.ts';
import type { DownloadFailure } from '../downloads/downloads.tables.ts';

export async function insertSession(
  change: Change,
  groupId: CompanyId,
  range: FileWindow,
  failed: readonly DownloadFailure[],
): Promise<number> {
  const { userId, userName } = change.origin;
  const { id } = await change.db
    .insertInto('download_sessions')
    .values({
      group_id: groupId,
      user_id: userId,
      user_name: userName,
      launch_at: new Date(range.startAt),
      receive_at: new Date(range.endAt),
      failed: JSON.stringify(failed),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends the session; returns false when it has already ended. */
export async function endSession(change: Change, id: number): Promise<boolean> {
  const { numUpdatedRows } = await change.db
    .updateTable('download_sessions')
    .set({ ended_at: sql<Date>`now()`, ended_by: change.origin.userName })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stops further requests to these devices. */
export async function stopAsking(change: Change, ids: readonly number[]): Promise<void> {
  await sql`update downloads set due_at = case when is_satellite then due_at end, is_wanted = false
    where command_id = any(${writeArray(ids)}::bigint[])`.execute(change.db);
}

/** Requests the missing data as if no request had been made before. */
export async function resetRequests(change: Change, ids: readonly number[]): Promise<void> {
  await sql`update downloads set asks = 0, is_wanted = not is_satellite,
      due_at = case when is_satellite then now() + ${sql.raw(`interval '${SATELLITE_SILENCE_MS} milliseconds'`)} end
    where command_id = any(${writeArray(ids)}::bigint[])`.execute(change.db);
}

/** Removes downloads from their session: new ones replace them. */
export async function leaveSession(change: Change, ids: readonly number[]): Promise<void> {
  await sql`update downloads set session_id = null where command_id = any(${writeArray(ids)}::bigint[])`.execute(
    change.db,
  );
}
