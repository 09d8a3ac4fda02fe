import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';

/** The database's clock, to the microsecond. */
export async function readServerUtcDate(reader: Reader): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') as now`.execute(reader.db);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('the database did not answer its time');
  return now;
}
