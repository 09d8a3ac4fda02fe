import type { HeardPassage } from '@waymark/domain/run/synchronise';
import type { Run } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { selectPlaceAt } from '../device-places.queries.ts';

interface Row {
  readonly uid: number;
  readonly passage_at: Date;
  readonly end_of_snip_at: Date;
  readonly is_verified: boolean;
  readonly elf_id: number | null;
  readonly geo_id: number | null;
  readonly mag_id: number | null;
  readonly detection_count: number;
  readonly frequency: number;
  readonly is_offline: boolean;
  readonly is_bluetooth: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly altitude_mm: number | null;
  readonly sampling_rate: number;
  readonly told_lat: number | null;
  readonly told_lon: number | null;
}

const place = (lat: number | null, lon: number | null) => (lat === null || lon === null ? null : { lat, lon });

function toHeard(row: Row, { path }: Run): HeardPassage {
  const { uid, lat, lon, told_lat: toldLat, told_lon: toldLon } = row;
  return {
    passage: {
      markerName: null,
      passageAt: row.passage_at.getTime(),
      uid,
      endOfSnipAt: row.end_of_snip_at.getTime(),
      isVerified: row.is_verified,
      elfId: row.elf_id,
      geoId: row.geo_id,
      magId: row.mag_id,
      detectionCount: row.detection_count,
      frequency: row.frequency,
      isOffline: row.is_offline,
      isBluetooth: row.is_bluetooth,
      place: place(lat, lon),
      altitudeMm: row.altitude_mm,
      samplingRate: row.sampling_rate,
    },
    place: place(lat, lon) ?? place(toldLat, toldLon) ?? path.offlineAgms[String(uid)] ?? null,
  };
}

/** One row per passage, from its preferred record: MAG (2), then ELF (0), then GEO (1). */
const selectRecords = ({ groupId, path: { agms } }: Run, after: Date, until: Date) => sql`
  select distinct on (uid, end_of_snip_at)
    uid, end_of_snip_at, passage_at, detection_count, is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate,
    max(frequency) over siblings as frequency,
    bool_or(is_verified) over siblings as is_verified,
    max(id) filter (where kind = 0) over siblings as elf_id,
    max(id) filter (where kind = 1) over siblings as geo_id,
    max(id) filter (where kind = 2) over siblings as mag_id
  from passages
  where uid = any(${writeArray(agms)}::bigint[]) and group_id = ${groupId} and passage_at > ${after} and passage_at <= ${until}
  window siblings as (partition by uid, end_of_snip_at)
  order by uid, end_of_snip_at, kind = 2 desc, kind`;

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
