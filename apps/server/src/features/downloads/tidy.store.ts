import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/** Deletes downloads older than the retention of passages, and sessions without downloads. */
export async function forgetDownloads(change: Change, before: number): Promise<void> {
  const day = new Date(before);
  await sql`delete from download_packets where command_id in (select command_id from downloads where created_at < ${day})`.execute(
    change.db,
  );
  await sql`delete from downloads where created_at < ${day}`.execute(change.db);
  await sql`delete from download_sessions where created_at < ${day}
    and not exists (select from downloads where session_id = download_sessions.id)`.execute(change.db);
}
