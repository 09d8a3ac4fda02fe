import { writeCompletedRun } from '@waymark/contract/runs/run-names';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { UTC } from '@waymark/domain/time/zone';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { inCompany, type Scope } from '../../../platform/access/scope.ts';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { isInMonthsOf } from '../../../platform/database/in-months.ts';

interface Wanted {
  readonly search?: string | undefined;
  readonly page: number;
  readonly rowsPerPage: number;
}

interface Row {
  readonly id: number;
  readonly group_id: number;
  readonly rev: number;
  readonly name: string;
  readonly pig: string;
  readonly launch_at: Date | null;
  readonly completed_at: Date;
  readonly job_number: string | null;
  readonly time_zone: string | null;
  readonly markers: number;
  readonly devices: number;
  /** The ends of the first and the last snippet. */
  readonly ends: readonly (string | null)[];
}

/** The id must match exactly, so that 4 does not find 40. */
function isFound(search: string): RawBuilder<SqlBool> {
  const has = (text: RawBuilder<unknown>) => sql<SqlBool>`strpos(lower(${text}), lower(${search})) > 0`;
  return sql<SqlBool>`(${has(sql`r.path ->> 'name'`)} or ${has(sql`r.pig`)} or ${has(sql`coalesce(r.job_number, '')`)} or r.id::text = ${search})`;
}

function isWanted(scope: Scope, { search = '' }: Wanted): RawBuilder<SqlBool> {
  const finished = sql<SqlBool>`r.completed_at is not null and ${inCompany(scope, 'r.group_id')}`;
  return search === '' ? finished : sql<SqlBool>`${finished} and ${isFound(search)}`;
}

const isTracked = (marker: string) => sql`${sql.ref(`${marker}.marker`)} ->> 'state' = 'TRACK'`;
const COUNTS = sql`
  (select count(*) from pig_run_markers m where m.run_id = p.id and ${isTracked('m')}) as markers,
  (select count(*) from pig_run_devices d where d.run_id = p.id) as devices,
  (select jsonb_build_array(min(end_of_snip_at), max(end_of_snip_at)) from pig_run_passages where run_id = p.id) as ends`;

/** The number of tracked markers with a verified passage, by run. */
async function countVerified({ db }: Reader, runs: readonly Row[]): Promise<ReadonlyMap<number, number>> {
  if (runs.length === 0) return new Map();
  const ends = runs.flatMap((run) => run.ends.flatMap((text) => (text === null ? [] : Date.parse(text))));
  const { rows } = await sql<{ id: number; verified: number }>`
    select r.id, count(*) as verified from pig_runs r join pig_run_markers m on m.run_id = r.id
    where r.id = any(${writeArray(runs.map(({ id }) => id))}::bigint[]) and ${isTracked('m')} and exists (
      select from pig_run_passages placed
      left join passages p on p.uid = placed.uid and p.end_of_snip_at = placed.end_of_snip_at and p.group_id = r.group_id
        and ${isInMonthsOf('p', ends)}
      where placed.run_id = r.id and placed.marker_name = m.name and coalesce(placed.is_verified, p.is_verified))
    group by r.id`.execute(db);
  return new Map(rows.map(({ id, verified }) => [id, verified]));
}

const writeSecond = (at: Date) => formatUtcSecond(at.getTime());

const write = (
  {
    id,
    group_id: groupId,
    name,
    launch_at: launchAt,
    completed_at: completedAt,
    job_number: jobNumber,
    time_zone: timeZone,
    ends: _ends,
    ...row
  }: Row,
  verified: number,
) =>
  writeCompletedRun({
    ...row,
    verified,
    runId: id,
    groupId,
    name,
    launchTime: launchAt && writeSecond(launchAt),
    receiveTime: writeSecond(completedAt),
    jobNumber,
    timeZone: timeZone ?? UTC,
  });

/** A page of the completed runs, latest received first. Markers and devices are counted for that page only. */
export async function listFinishedRuns(reader: Reader, wanted: Wanted) {
  const { db, scope } = reader;
  const { page, rowsPerPage } = wanted;
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*) from pig_runs r where ${isWanted(scope, wanted)}`.execute(db);
  const { rows } = await sql<Row>`
    with p as (
      select r.id, r.group_id, r.rev, r.path ->> 'name' as name, r.pig, r.launch_at, r.completed_at, r.job_number, r.time_zone
      from pig_runs r where ${isWanted(scope, wanted)}
      order by r.completed_at desc, r.id desc limit ${rowsPerPage} offset ${(page - 1) * rowsPerPage})
    select p.*, ${COUNTS} from p order by p.completed_at desc, p.id desc`.execute(db);
  const verified = await countVerified(reader, rows);
  return { rowsNumber: counted[0]?.count ?? 0, runList: rows.map((row) => write(row, verified.get(row.id) ?? 0)) };
}
