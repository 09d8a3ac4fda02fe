import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { splitSpan, type Span } from '../../platform/database/page.ts';
import { visibleRecords } from '../../platform/access/device-access.ts';
import { sumCounts } from './record-counts.queries.ts';

/** Records that are one row each, with their time in `at`. */
const TABLES = { heartbeat: 'heartbeats', info: 'device_infos', control: 'control_responses' } as const;

async function countRows(
  reader: Reader,
  uid: Uid,
  table: string,
  { from, until }: { readonly from: number; readonly until: number },
) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)}
    where ${visibleRecords(reader.scope, table, uid)} and at >= ${new Date(from)} and at < ${new Date(until)}`.execute(
    reader.db,
  );
  return rows[0]?.total ?? 0;
}

/** Whole days by their counters; of a day that the span cuts, its rows by the index. */
export async function countRecords(reader: Reader, uid: Uid, kind: keyof typeof TABLES, span: Span): Promise<number> {
  const { days, rests } = splitSpan(span);
  const counts = await Promise.all([
    ...(days ? [sumCounts(reader, uid, kind, days)] : []),
    ...rests.map((rest) => countRows(reader, uid, TABLES[kind], rest)),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
