import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/** Nodes that start together on an empty database make its first people one after the other, so that only one does. */
export async function holdFirstPeople(change: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first people', 0))`.execute(change.db);
}
