import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';

/** Kinds of records that are counted per device and day; several rows of one passage count once. */
const RECORD_KINDS = ['heartbeat', 'passage', 'error', 'info', 'control', 'gps'] as const;

/** Counts a record of this kind on the UTC day of `at`, in the transaction that stores it. */
export async function countRecord(
  change: Change,
  kind: RecordKind,
  { uid, groupId, at }: { readonly uid: Uid; readonly groupId: CompanyId; readonly at: number },
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  await sql`insert into record_counts (uid, kind, day, group_id, count) values (${uid}, ${kind}, ${day}::date, ${groupId}, 1)
    on conflict (uid, kind, day, group_id) do update set count = record_counts.count + 1`.execute(change.db);
}

interface Counted {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly at: number;
}

/** Counts several records in one statement. */
export async function countRecords(change: Change, kind: RecordKind, records: readonly Counted[]): Promise<void> {
  if (records.length === 0) return;
  const column = (read: (record: Counted) => number) => writeArray(records.map(read));
  await sql`insert into record_counts (uid, kind, day, group_id, count)
    select uid, ${kind}, (to_timestamp(at / 1000.0) at time zone 'utc')::date as day, group_id, count(*)
    from unnest(${column(({ uid }) => uid)}::bigint[], ${column(({ at }) => at)}::bigint[], ${column(({ groupId }) => groupId)}::bigint[])
      as line (uid, at, group_id)
    group by uid, day, group_id order by uid, day
    on conflict (uid, kind, day, group_id) do update set count = record_counts.count + excluded.count`.execute(
    change.db,
  );
}

type RecordKind = (typeof RECORD_KINDS)[number];
