import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/** The age limit and row limit of the error log. */
export interface ErrorLogRetention {
  readonly days: number;
  readonly rows: number;
}

const ROWS_A_BATCH = 5000;

/** Deletes one batch of rows that are older than an instant. Returns whether there may be more. */
export async function deleteOldErrors(change: Change, before: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from error_log where id in (select id from error_log where at < ${new Date(before)} order by at limit ${ROWS_A_BATCH})`.execute(
    change.db,
  );
  return numAffectedRows >= ROWS_A_BATCH;
}

/** Deletes one batch of the oldest rows beyond the newest `rows`. Returns whether there may be more. */
export async function deleteExcessErrors(change: Change, rows: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from error_log where id in (
      select id from error_log order by at desc, id desc offset ${rows} limit ${ROWS_A_BATCH})`.execute(change.db);
  return numAffectedRows >= ROWS_A_BATCH;
}
