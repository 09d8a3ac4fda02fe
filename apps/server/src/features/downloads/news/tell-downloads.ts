import { sql } from 'kysely';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Change } from '../../../platform/database/change.ts';
import { TELL_EVERY_MS } from '../download-rules.ts';
import { DOWNLOAD_NEWS_CHANNEL } from './downloads-notice.ts';
import { writeRow, type DownloadFound } from '../downloads.wire.ts';

// Consoles get at most two events a second about a download, over all nodes, and always its final state: delayed events
// are marked in the database, and the first node whose timer fires sends them.

const TELL_EVERY = sql.raw(`interval '${TELL_EVERY_MS} milliseconds'`);

async function listRows(change: Change, ids: readonly number[]): Promise<DownloadFound[]> {
  return change.db
    .selectFrom('downloads')
    .leftJoin('download_sessions', 'download_sessions.id', 'downloads.session_id')
    .selectAll('downloads')
    .select('download_sessions.ended_at')
    .where('downloads.command_id', 'in', ids)
    .orderBy('downloads.command_id')
    .execute();
}

async function pushRows(change: Change, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const row of await listRows(change, ids)) {
    const name = row.kind === 'raw' ? 'ReceiveDownloadRecordedRawData' : 'ReceiveDownloadRecordedPassageData';
    change.push(name, { groupId: row.group_id }, writeRow(row));
  }
}

/** Notifies consoles at the end of a change to these downloads. */
export async function tellDownloads(change: Change, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ command_id: number; is_untold: boolean }>`
    update downloads set is_untold = told_at > now() - ${TELL_EVERY},
      told_at = case when told_at > now() - ${TELL_EVERY} then told_at else now() end
    where command_id = any(${writeArray(ids)}::bigint[]) returning command_id, is_untold`.execute(change.db);
  await pushRows(
    change,
    rows.filter(({ is_untold: isUntold }) => !isUntold).map(({ command_id: id }) => id),
  );
  if (rows.some(({ is_untold: isUntold }) => isUntold)) await change.notify(DOWNLOAD_NEWS_CHANNEL, '');
}

/** Sends the events of new downloads at once. */
export const tellNewDownloads = pushRows;

/** Sends the delayed events that are due; answers whether others must wait longer. */
export async function tellUntold(change: Change): Promise<boolean> {
  const { rows } = await sql<{ command_id: number }>`
    update downloads set is_untold = false, told_at = now()
    where command_id = any(array(select command_id from downloads where is_untold and told_at <= now() - ${TELL_EVERY}
      order by command_id for update skip locked))
    returning command_id`.execute(change.db);
  await pushRows(
    change,
    rows.map(({ command_id: id }) => id),
  );
  const left = await sql`select from downloads where is_untold limit 1`.execute(change.db);
  return left.rows.length > 0;
}
