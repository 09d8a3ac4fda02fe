import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/** Serializes nodes that start together on an empty database, so that only one of them adds the first users. */
export async function lockFirstStart(change: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first people', 0))`.execute(change.db);
}
