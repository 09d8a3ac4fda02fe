import { sql, type RawBuilder, type SqlBool } from 'kysely';

// Last values change when a message is newer. A stored time may lie in the future, when a device clock was ahead or the
// server clock was set back; it must not block correct messages until then.

/** A message older than this is history. */
const FRESH = sql`interval '5 minutes'`;

interface Times {
  readonly at: RawBuilder<unknown>;
  readonly receivedAt: RawBuilder<unknown>;
}

const isFreshAfterFuture = (column: string, { at, receivedAt }: Times) =>
  sql`(${sql.ref(column)} > clock_timestamp() and ${at} between ${receivedAt} - ${FRESH} and clock_timestamp())`;

/** Whether a message of this time is newer than the stored one. */
export function isNewer(column: string, times: Times): RawBuilder<SqlBool> {
  const stored = sql.ref(column);
  return sql<SqlBool>`(${stored} is null or ${times.at} > ${stored} or ${isFreshAfterFuture(column, times)})`;
}

/** Like `isNewer`, but true for equal times. */
export function isNotOlder(column: string, times: Times): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isNewer(column, times)} or ${times.at} = ${sql.ref(column)})`;
}

/** The later arrival, unless the stored one is in the future. */
export function laterArrival(column: string, arrival: RawBuilder<unknown>): RawBuilder<unknown> {
  const stored = sql.ref(column);
  return sql`case when ${stored} > clock_timestamp() then ${arrival} else greatest(${stored}, ${arrival}) end`;
}
