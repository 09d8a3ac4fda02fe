import type { HeardPassage } from '@waymark/domain/run/changes/synchronise';
import type { Run } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { selectPlaceAt } from '../device-places.queries.ts';
import { mergeRecords, toRecordedPassage, type RecordedRow } from '../run-passages.queries.ts';

interface Row extends RecordedRow {
  readonly told_lat: number | null;
  readonly told_lon: number | null;
}

function toHeard(row: Row, { path }: Run): HeardPassage {
  const { told_lat: lat, told_lon: lon } = row;
  const passage = toRecordedPassage(row);
  const told = lat === null || lon === null ? null : { lat, lon };
  return { passage, place: passage.place ?? told ?? path.offlineAgms[String(row.uid)] ?? null };
}

/** A row per passage, from its preferred record: MAG (2), then ELF (0), then GEO (1). */
const selectRecords = ({ groupId, path: { agms } }: Run, after: Date, until: Date) =>
  mergeRecords(sql`passages
    where uid = any(${writeArray(agms)}::bigint[]) and group_id = ${groupId} and passage_at > ${after} and passage_at <= ${until}`);

/** The devices' passages between launch and receive, without those that belong to another run. */
export async function listHeardPassages({ db }: Reader, run: Run): Promise<HeardPassage[]> {
  const { runId, groupId, launchAt, completedAt } = run;
  if (launchAt === null || completedAt === null) return [];
  const { rows } = await sql<Row>`
    with heard as (${selectRecords(run, new Date(launchAt), new Date(completedAt))})
    select heard.*, told.lat as told_lat, told.lon as told_lon
    from heard
    left join pig_run_passages placed on placed.uid = heard.uid and placed.end_of_snip_at = heard.end_of_snip_at
    left join lateral (
      select * from (${selectPlaceAt(sql`heard.uid`, groupId, sql`heard.passage_at`)}) nearest
      where heard.lat is null and placed.run_id is null) told on true
    where placed.run_id is null or placed.run_id = ${runId}`.execute(db);
  return rows.map((row) => toHeard(row, run));
}
