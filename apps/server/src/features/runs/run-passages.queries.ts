import { comparePassages, passageKey, type RunPassage } from '@waymark/domain/run/run';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { writeArray, writeInstants } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isInMonthsOf } from '../../platform/database/in-months.ts';
import type { Tables } from '../../platform/database/tables.ts';

// The records of a device hold its passages (docs/decisions/0048). A run links to them, and holds manual passages and
// snapshots of passages whose records are gone.

/** A passage of a device in the records of its company. */
export interface RecordedKey {
  readonly uid: number;
  readonly groupId: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
}

export type RecordedRow = Pick<
  Selectable<Tables['passages']>,
  | 'uid'
  | 'end_of_snip_at'
  | 'passage_at'
  | 'is_verified'
  | 'verified_by'
  | 'detection_count'
  | 'frequency'
  | 'is_offline'
  | 'is_bluetooth'
  | 'lat'
  | 'lon'
  | 'altitude_mm'
  | 'sampling_rate'
> &
  Pick<Selectable<Tables['pig_run_passages']>, 'elf_id' | 'geo_id' | 'mag_id'>;

/** A row per passage, from its preferred record: MAG (2), then ELF (0), then GEO (1). */
export const mergeRecords = (records: RawBuilder<unknown>) => sql`
  select distinct on (uid, end_of_snip_at)
    uid, end_of_snip_at, passage_at, detection_count, is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate,
    max(frequency) over siblings as frequency,
    bool_or(is_verified) over siblings as is_verified,
    max(verified_by) over siblings as verified_by,
    max(id) filter (where kind = 0) over siblings as elf_id,
    max(id) filter (where kind = 1) over siblings as geo_id,
    max(id) filter (where kind = 2) over siblings as mag_id
  from ${records}
  window siblings as (partition by uid, end_of_snip_at)
  order by uid, end_of_snip_at, kind = 2 desc, kind`;

type Link = Selectable<Tables['pig_run_passages']>;
/** Manual, or a snapshot. */
type WholePassage = Link & {
  readonly passage_at: Date;
  readonly is_verified: boolean;
  readonly is_offline: boolean;
  readonly is_bluetooth: boolean;
};

/** A check of the table makes these four null together. */
const isWhole = (link: Link): link is WholePassage => link.passage_at !== null;

const toPassage = (row: RecordedRow | WholePassage, markerName: string | null): RunPassage => ({
  markerName,
  passageAt: row.passage_at.getTime(),
  uid: row.uid,
  endOfSnipAt: row.end_of_snip_at?.getTime() ?? null,
  isVerified: row.is_verified,
  ...(row.is_verified && row.verified_by !== null && { verifiedBy: row.verified_by }),
  elfId: row.elf_id,
  geoId: row.geo_id,
  magId: row.mag_id,
  detectionCount: row.detection_count,
  frequency: row.frequency,
  isOffline: row.is_offline,
  isBluetooth: row.is_bluetooth,
  place: row.lat === null || row.lon === null ? null : { lat: row.lat, lon: row.lon },
  altitudeMm: row.altitude_mm,
  samplingRate: row.sampling_rate,
});

export const toRecordedPassage = (row: RecordedRow): RunPassage => toPassage(row, null);

/** The `passageKey` of a passage of a device. */
export const deviceKey = ({ uid, endOfSnipAt }: Pick<RunPassage, 'uid' | 'endOfSnipAt'>) =>
  passageKey({ uid, endOfSnipAt, markerName: null, passageAt: 0 });

/** By `passageKey`; passages without records are left out. */
async function listRecorded({ db }: Reader, keys: readonly RecordedKey[]): Promise<ReadonlyMap<string, RunPassage>> {
  if (keys.length === 0) return new Map();
  const ends = keys.map(({ endOfSnipAt }) => endOfSnipAt);
  const [uids, companies] = [keys.map(({ uid }) => uid), keys.map(({ groupId }) => groupId)];
  const records = sql`(
    select p.* from unnest(${writeArray(uids)}::bigint[], ${writeInstants(ends)}::timestamptz[], ${writeArray(companies)}::bigint[])
      as key (uid, end_of_snip_at, group_id)
    join passages p using (uid, end_of_snip_at, group_id) where ${isInMonthsOf('p', ends)}) recorded`;
  const { rows } = await mergeRecords(records).$castTo<RecordedRow>().execute(db);
  return new Map(rows.map(toRecordedPassage).map((passage) => [deviceKey(passage), passage]));
}

export async function findRecorded(reader: Reader, key: RecordedKey): Promise<RunPassage | null> {
  const [found] = (await listRecorded(reader, [key])).values();
  return found ?? null;
}

/** The passages of each run, ordered by time. */
export async function listPassagesOfRuns(
  reader: Reader,
  runs: readonly Pick<Selectable<Tables['pig_runs']>, 'id' | 'group_id'>[],
): Promise<ReadonlyMap<number, RunPassage[]>> {
  const companyOf = new Map(runs.map(({ id, group_id: groupId }) => [id, groupId]));
  const links = await reader.db
    .selectFrom('pig_run_passages')
    .selectAll()
    .where(sql<boolean>`run_id = any(${writeArray([...companyOf.keys()])}::bigint[])`)
    .execute();
  const keys = links.flatMap((link) => {
    const { run_id: runId, uid, end_of_snip_at: end } = link;
    const groupId = companyOf.get(runId);
    if (isWhole(link) || uid === null || end === null || groupId === undefined) return [];
    return [{ uid, groupId, endOfSnipAt: end.getTime() }];
  });
  const recorded = await listRecorded(reader, keys);
  const found = links.flatMap((link) => {
    const { run_id: runId, marker_name: markerName, uid, end_of_snip_at: end } = link;
    if (isWhole(link)) return [{ runId, passage: toPassage(link, markerName) }];
    const passage = recorded.get(deviceKey({ uid, endOfSnipAt: end?.getTime() ?? null }));
    return passage ? [{ runId, passage: { ...passage, markerName } }] : [];
  });
  const byRun = Map.groupBy(found, ({ runId }) => runId);
  return new Map(
    [...byRun].map(([runId, own]) => [runId, own.map(({ passage }) => passage).toSorted(comparePassages)]),
  );
}
