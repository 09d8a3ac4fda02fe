import { sql } from 'kysely';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Change } from '../../../platform/database/change.ts';

/** Completes downloads that have all packets: stores length and checksum of the contents in order. */
export async function completeDownloads(change: Change, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update downloads d set state = 'DC', completed_at = now(), due_at = null, is_wanted = false, asks = 0, refusal = null,
      total = d.received, bytes = content.bytes, sha256 = encode(sha256(content.joined), 'hex')
    from (
      select id as command_id, coalesce(sum(octet_length(content)), 0) as bytes, coalesce(string_agg(content, ''::bytea order by n), ''::bytea) as joined
      from unnest(${writeArray(ids)}::bigint[]) as whole (id) left join download_packets on command_id = id
      group by id) content
    where d.command_id = content.command_id`.execute(change.db);
}
