import { comparePassages, passageKey, type RunPassage } from '@waymark/domain/run/run';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { writeArray, writeInstants } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isInMonthsOf } from '../../platform/database/in-months.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { LinkRow, RunRow } from './assemble-run.ts';

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
  | 'received_at'
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
    min(received_at) over siblings as received_at,
    max(frequency) over siblings as frequency,
    bool_or(is_verified) over siblings as is_verified,
    max(verified_by) over siblings as verified_by,
    max(id) filter (where kind = 0) over siblings as elf_id,
    max(id) filter (where kind = 1) over siblings as geo_id,
    max(id) filter (where kind = 2) over siblings as mag_id
  from ${records}
  window siblings as (partition by uid, end_of_snip_at)
  order by uid, end_of_snip_at, kind = 2 desc, kind`;

/** Manual, or a snapshot. */
type WholePassage = LinkRow & {
  readonly passage_at: string;
  readonly is_verified: boolean;
  readonly is_offline: boolean;
  readonly is_bluetooth: boolean;
};

/** A check of the table makes these four null together. */
const isWhole = (link: LinkRow): link is WholePassage => link.passage_at !== null;

const toAt = (instant: Date | string): number => new Date(instant).getTime();
const toAtOrNull = (instant: Date | string | null) => (instant === null ? null : toAt(instant));

const toPassage = (row: RecordedRow | WholePassage, markerName: string | null): RunPassage => ({
  markerName,
  passageAt: toAt(row.passage_at),
  uid: row.uid,
  endOfSnipAt: toAtOrNull(row.end_of_snip_at),
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

export const toRecordedPassage = (row: RecordedRow): RunPassage => ({
  ...toPassage(row, null),
  receivedAt: toAt(row.received_at),
});

/** The `passageKey` of a passage of a device. */
export const deviceKey = ({ uid, endOfSnipAt }: Pick<RunPassage, 'uid' | 'endOfSnipAt'>) =>
  passageKey({ uid, endOfSnipAt, markerName: null, passageAt: 0 });

/** The recorded passages by `passageKey`; passages without records are left out. */
export type RecordedPassages = ReadonlyMap<string, RunPassage>;

export async function listRecorded({ db }: Reader, keys: readonly RecordedKey[]): Promise<RecordedPassages> {
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

type LinkedRun = Pick<RunRow, 'group_id' | 'links'>;

/** The passages of a run that live in records. */
export const listLinkedKeys = ({ group_id: groupId, links }: LinkedRun): RecordedKey[] =>
  links.flatMap((link) => {
    const { uid, end_of_snip_at: end } = link;
    return isWhole(link) || uid === null || end === null ? [] : [{ uid, groupId, endOfSnipAt: toAt(end) }];
  });

/** The passages of a run, ordered by time. */
export function assemblePassages({ links }: LinkedRun, recorded: RecordedPassages): RunPassage[] {
  return links
    .flatMap((link) => {
      const { marker_name: markerName, uid, end_of_snip_at: end } = link;
      if (isWhole(link)) return [toPassage(link, markerName)];
      const passage = recorded.get(deviceKey({ uid, endOfSnipAt: toAtOrNull(end) }));
      return passage ? [{ ...passage, markerName }] : [];
    })
    .toSorted(comparePassages);
}
