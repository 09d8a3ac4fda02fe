import type { Uid } from '@waymark/domain/ids';
import type { RunPassage } from '@waymark/domain/run/run';
import { passageKey } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import { writeArray, writeInstants } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { visibleRecordsOfDevices } from '../../platform/access/device-access.ts';
import type { RowScores } from './report-row.wire.ts';

interface FoundScores extends RowScores {
  readonly uid: Uid;
  readonly end_of_snip_at: Date;
}

/** The scores of a run's passages, by the key of the passage; in one statement. */
export async function findScores(
  reader: Reader,
  passages: readonly RunPassage[],
): Promise<ReadonlyMap<string, RowScores>> {
  const heard = passages.flatMap(({ uid, endOfSnipAt }) =>
    uid === null || endOfSnipAt === null ? [] : [{ uid, endOfSnipAt }],
  );
  if (heard.length === 0) return new Map();
  const scoresOf = (kind: number) => sql`max(passages.scores::text) filter (where passages.kind = ${sql.lit(kind)})`;
  const { rows } = await sql<FoundScores>`
    select heard.uid, heard.end_of_snip_at, merged.*
    from unnest(${writeArray(heard.map(({ uid }) => uid))}::bigint[], ${writeInstants(heard.map(({ endOfSnipAt }) => endOfSnipAt))}::timestamptz[])
      as heard (uid, end_of_snip_at)
    cross join lateral (
      select ${scoresOf(0)} as elf_scores, ${scoresOf(1)} as geo_scores, ${scoresOf(2)} as mag_scores
      from passages where passages.uid = heard.uid and passages.end_of_snip_at = heard.end_of_snip_at
        and ${visibleRecordsOfDevices(reader.scope, 'passages')}) merged`.execute(reader.db);
  const keyOf = ({ uid, end_of_snip_at: end }: FoundScores) =>
    passageKey({ uid, endOfSnipAt: end.getTime(), markerName: null, passageAt: 0 });
  return new Map(rows.map((row) => [keyOf(row), row]));
}
