import type { RunId, Uid } from '@waymark/domain/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleRecordsOfDevices } from '../../platform/access/device-access.ts';

// Passages of devices between two times. The records of one passage share its time and its verification.

export interface PassageAsk {
  readonly uids: readonly Uid[];
  /** UTC milliseconds; the second no longer in it. */
  readonly from: number;
  readonly until: number;
  readonly isVerifiedOnly: boolean;
}

export interface FoundPassage {
  readonly uid: Uid;
  readonly end_of_snip_at: Date;
  readonly passage_at: Date;
  readonly detection_count: number;
  readonly frequency: number;
  readonly is_verified: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly altitude_mm: number | null;
  readonly elf_id: number | null;
  readonly geo_id: number | null;
  readonly mag_id: number | null;
  /** JSON of `StoredScore`s; null: not scored, or not asked for. */
  readonly elf_scores: string | null;
  readonly geo_scores: string | null;
  readonly mag_scores: string | null;
  readonly run_id: RunId | null;
  readonly marker_name: string | null;
}

/** True for the preferred record of a passage: the first existing one of MAG (2), ELF (0) and GEO (1). */
const IS_MAIN = sql<SqlBool>`(passages.kind = 2 or not exists (
  select from passages other where other.uid = passages.uid and other.end_of_snip_at = passages.end_of_snip_at
    and (other.kind = 2 or (passages.kind = 1 and other.kind = 0))))`;

export const toInstant = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;

export const isInSpan = ({ from, until }: PassageAsk) =>
  sql<SqlBool>`passages.passage_at >= ${toInstant(from)} and passages.passage_at < ${toInstant(until)}`;

/** At any time. */
export const isAskedFor = ({ scope }: Reader, { uids, isVerifiedOnly }: PassageAsk) => sql<SqlBool>`
  passages.uid = any(${writeArray(uids)}::bigint[]) and ${visibleRecordsOfDevices(scope, 'passages')}
  ${isVerifiedOnly ? sql`and passages.is_verified` : sql``} and ${IS_MAIN}`;

/** The run of the company to which the passage belongs. */
const joinPlaced = ({ scope }: Reader) => sql`left join (
    pig_run_passages placed join pig_runs on pig_runs.id = placed.run_id and ${inCompany(scope, 'pig_runs.group_id')})
  on placed.uid = passages.uid and placed.end_of_snip_at = passages.end_of_snip_at`;

/** Merges the values of a passage's records. */
const mergeRecords = ({ scope }: Reader, withScores: boolean) => {
  const scoresOf = (kind: number) =>
    withScores ? sql`max(record.scores::text) filter (where record.kind = ${sql.lit(kind)})` : sql`null`;
  return sql`
    select max(id) filter (where kind = 0) as elf_id, max(id) filter (where kind = 1) as geo_id, max(id) filter (where kind = 2) as mag_id,
      max(frequency) as frequency,
      ${scoresOf(0)} as elf_scores, ${scoresOf(1)} as geo_scores, ${scoresOf(2)} as mag_scores
    from passages record where record.uid = page.uid and record.end_of_snip_at = page.end_of_snip_at and ${inCompany(scope, 'record.group_id')}`;
};

/** A column of the passages, or of where they are placed, by the name that the statement has for both at that place. */
type OrderBy = (passages: string, placed: string) => RawBuilder<unknown>;

export interface Cut {
  /** Restricts the passages further. */
  readonly where?: RawBuilder<SqlBool> | undefined;
  readonly orderBy: OrderBy;
  readonly offset?: number;
  readonly limit: number;
  readonly withScores: boolean;
}

/** The earliest first, or the latest; passages of the same time by uid, ascending or descending. */
export function orderByTime(isDescending: boolean): OrderBy {
  const direction = isDescending ? sql`desc` : sql`asc`;
  return (passages) => {
    const [at, uid, end] = ['passage_at', 'uid', 'end_of_snip_at'].map((column) => sql.ref(`${passages}.${column}`));
    return sql`${at} ${direction}, ${uid} ${direction}, ${end} ${direction}`;
  };
}

/** A sorted slice of the passages. */
export async function findPassages(
  reader: Reader,
  ask: PassageAsk,
  { where, orderBy, offset = 0, limit, withScores }: Cut,
): Promise<FoundPassage[]> {
  const { rows } = await sql<FoundPassage>`
    select page.*, merged.* from (
      select passages.uid, passages.end_of_snip_at, passages.passage_at, passages.detection_count, passages.is_verified,
        passages.lat, passages.lon, passages.altitude_mm, placed.run_id, placed.marker_name
      from passages ${joinPlaced(reader)}
      where ${isAskedFor(reader, ask)} and ${isInSpan(ask)} ${where ? sql`and ${where}` : sql``}
      order by ${orderBy('passages', 'placed')} offset ${offset} limit ${limit}) page
    cross join lateral (${mergeRecords(reader, withScores)}) merged
    order by ${orderBy('page', 'page')}`.execute(reader.db);
  return rows;
}

export interface Marked {
  readonly name: string;
  readonly count: number;
}

/** The markers of the passages in their runs, with the number at each. */
export async function countByMarker(reader: Reader, ask: PassageAsk): Promise<Marked[]> {
  const { rows } = await sql<Marked>`
    select placed.marker_name as name, count(*) as count from passages ${joinPlaced(reader)}
    where ${isAskedFor(reader, ask)} and ${isInSpan(ask)} and placed.marker_name is not null group by 1`.execute(
    reader.db,
  );
  return rows;
}
