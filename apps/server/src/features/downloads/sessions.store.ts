import type { FileWindow } from '@waymark/domain/command/windows';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { SATELLITE_SILENCE_MS } from './download-rules.ts';
import type { DownloadFailure } from './downloads.tables.ts';

export async function insertSession(
  change: Change,
  groupId: number,
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

/** Ends it; false when it has ended already. */
export async function endSession(change: Change, id: number): Promise<boolean> {
  const { numUpdatedRows } = await change.db
    .updateTable('download_sessions')
    .set({ ended_at: sql<Date>`now()`, ended_by: change.origin.userName })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** From now on these devices are not asked for anything more. */
export async function stopAsking(change: Change, ids: readonly number[]): Promise<void> {
  await sql`update downloads set due_at = case when is_satellite then due_at end, is_wanted = false
    where command_id = any(${writeArray(ids)}::bigint[])`.execute(change.db);
}

/** Asks for what is missing as if it had never been asked for again. */
export async function askAnew(change: Change, ids: readonly number[]): Promise<void> {
  await sql`update downloads set asks = 0, is_wanted = not is_satellite,
      due_at = case when is_satellite then now() + ${sql.raw(`interval '${SATELLITE_SILENCE_MS} milliseconds'`)} end
    where command_id = any(${writeArray(ids)}::bigint[])`.execute(change.db);
}

/** Others take their place in the session. */
export async function leaveSession(change: Change, ids: readonly number[]): Promise<void> {
  await sql`update downloads set session_id = null where command_id = any(${writeArray(ids)}::bigint[])`.execute(
    change.db,
  );
}
