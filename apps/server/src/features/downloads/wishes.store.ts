import { MAX_MISSING_RANGES, MAX_PACKETS, type DownloadAgain } from '@waymark/device-protocol/mqtt/download-again';
import { listMissingRanges } from '@waymark/domain/download/missing-ranges';
import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { MOST_ASKS, SILENCE_MS } from './download-rules.ts';
import { tellDownloads } from './news/tell-downloads.ts';

// Pending requests for missing packets. A request stays in the database until a node that reaches the device claims it.

/** The request to one device. */
export interface DownloadWish extends DownloadAgain {
  readonly uid: Uid;
}

/** Repeats unanswered requests after a reconnect, up to a limit. */
async function renewWishes(change: Change, uids: readonly Uid[]): Promise<void> {
  await sql`update downloads set is_wanted = true, asks = 0
    where command_id = any(array(select d.command_id from downloads d left join download_sessions s on s.id = d.session_id
      where d.uid = any(${writeArray(uids)}::bigint[]) and d.state <> 'DC' and d.accepted_at is not null and d.refused_at is null
        and not d.is_satellite and d.due_at is null and s.ended_at is null and d.asks >= ${MOST_ASKS} and d.created_at > now() - interval '7 days'
      order by d.command_id for update of d))`.execute(change.db);
}

interface Claimed {
  readonly command_id: number;
  readonly uid: Uid;
  readonly total: number | null;
}

async function claimWishes(change: Change, uids: readonly Uid[]): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update downloads set is_wanted = false, asks = asks + 1, due_at = now() + ${sql.raw(`interval '${SILENCE_MS} milliseconds'`)}
    where command_id = any(array(select command_id from downloads
      where uid = any(${writeArray(uids)}::bigint[]) and state <> 'DC' and is_wanted order by command_id for update skip locked))
    returning command_id, uid, total`.execute(change.db);
  return rows;
}

async function listReceived(change: Change, commandId: number): Promise<number[]> {
  const rows = await change.db
    .selectFrom('download_packets')
    .select('n')
    .where('command_id', '=', commandId)
    .orderBy('n')
    .execute();
  return rows.map(({ n }) => n);
}

async function describeWish(change: Change, { command_id: session, uid, total }: Claimed): Promise<DownloadWish> {
  // Request all packets while their number is unknown.
  const missing = listMissingRanges(await listReceived(change, session), total ?? MAX_PACKETS, MAX_MISSING_RANGES);
  return { uid, session, missing };
}

interface Devices {
  readonly uids: readonly Uid[];
  /** The devices of the list that have just connected. */
  readonly connected: readonly number[];
}

/** Claims the pending requests of these devices; the claiming node sends them after the commit. */
export async function takeWishes(change: Change, { uids, connected }: Devices): Promise<DownloadWish[]> {
  if (connected.length > 0) await renewWishes(change, connected);
  const claimed = await claimWishes(change, uids);
  const wishes: DownloadWish[] = [];
  for (const each of claimed) wishes.push(await describeWish(change, each));
  await tellDownloads(
    change,
    claimed.map(({ command_id: id }) => id),
  );
  return wishes.filter(({ missing }) => missing.length > 0);
}
