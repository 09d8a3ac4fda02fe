import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Change } from '../../../platform/database/change.ts';
import { completeDownloads } from './complete-downloads.store.ts';
import { MOST_ASKS, SILENCE_MS } from '../download-rules.ts';
import { notifyWishes } from '../news/downloads-notice.ts';
import { holdDownloads, type HeldDownload } from '../hold-downloads.store.ts';
import type { IncomingPacket, RefusedPacket } from './incoming-packet.ts';
import { tellDownloads } from '../news/tell-downloads.ts';

const keyOf = (session: number, n: number) => `${session}/${n}`;

/** Stores the contents in one statement; answers the new ones. */
async function insertContents(change: Change, packets: readonly IncomingPacket[]): Promise<ReadonlySet<string>> {
  const contents = packets.map(({ packet }) => packet).filter(({ kind }) => kind !== 'end');
  if (contents.length === 0) return new Set();
  let at = 1;
  const starts = contents.map(({ content }) => (at += content.length) - content.length);
  // Send one bytes parameter that the database splits: an array of bytes is sent as text, twice as long.
  const { rows } = await sql<{ command_id: number; n: number }>`
    insert into download_packets (command_id, n, recorded_at, content)
    select session, n, to_timestamp(t / 1000.0), substring(${Buffer.concat(contents.map(({ content }) => content))}::bytea from start for length)
    from unnest(${writeArray(contents.map(({ session }) => session))}::bigint[], ${writeArray(contents.map(({ n }) => n))}::int[],
      ${writeArray(contents.map(({ t }) => t))}::bigint[], ${writeArray(starts)}::int[],
      ${writeArray(contents.map(({ content }) => content.length))}::int[]) as line (session, n, t, start, length)
    on conflict do nothing returning command_id, n`.execute(change.db);
  return new Set(rows.map(({ command_id: session, n }) => keyOf(session, n)));
}

/** The packets of a batch that belong to one download. */
interface Progress {
  readonly id: number;
  readonly total: number;
  readonly fresh: number;
  readonly faulty: number;
  readonly latest: number | null;
  /** The device has reported that it sent everything. */
  readonly hasEnded: boolean;
  readonly mayAsk: boolean;
}

function sumUp(download: HeldDownload, packets: readonly IncomingPacket[], fresh: readonly IncomingPacket[]): Progress {
  const times = fresh.flatMap(({ passageAt, isFaulty }) => (passageAt === null || isFaulty ? [] : [passageAt]));
  return {
    id: download.id,
    total: packets[0]?.packet.of ?? 0,
    fresh: fresh.length,
    faulty: fresh.filter(({ isFaulty }) => isFaulty).length,
    latest: times.length === 0 ? null : Math.max(...times),
    hasEnded: packets.some(({ packet }) => packet.kind === 'end'),
    mayAsk: !download.isEnded,
  };
}

/** Updates the progress; answers the downloads that are complete now, and the devices to request missing packets from. */
async function noteProgress(change: Change, progress: readonly Progress[]) {
  const { rows } = await sql<{ command_id: number; uid: Uid; is_whole: boolean; is_wanted: boolean }>`
    update downloads d set
      state = 'D', total = line.total, received = d.received + line.fresh, faulty = d.faulty + line.faulty,
      latest_passage_at = greatest(d.latest_passage_at, to_timestamp(line.latest / 1000.0)),
      first_packet_at = coalesce(d.first_packet_at, now()), last_packet_at = now(),
      accepted_at = coalesce(d.accepted_at, now()), refusal = null,
      asks = case when line.fresh > 0 then 0 else d.asks end,
      is_wanted = line."mayAsk" and d.received + line.fresh < line.total
        and (line."hasEnded" and (line.fresh > 0 or d.asks < ${MOST_ASKS}) or d.is_wanted and not line."hasEnded"),
      due_at = case when line."mayAsk" then now() + ${sql.raw(`interval '${SILENCE_MS} milliseconds'`)} end
    from jsonb_to_recordset(${JSON.stringify(progress)}::jsonb) as line
      (id bigint, total int, fresh int, faulty int, latest bigint, "hasEnded" boolean, "mayAsk" boolean)
    where d.command_id = line.id
    returning d.command_id, d.uid, d.received = d.total as is_whole, d.is_wanted`.execute(change.db);
  return {
    whole: rows.filter((row) => row.is_whole).map((row) => row.command_id),
    wanting: rows.filter((row) => row.is_wanted).map((row) => row.uid),
  };
}

async function advance(
  change: Change,
  held: readonly HeldDownload[],
  good: readonly IncomingPacket[],
  fresh: readonly IncomingPacket[],
) {
  const [bySession, freshBySession] = [good, fresh].map((list) => Map.groupBy(list, ({ packet }) => packet.session));
  const progress = held.flatMap((download) => {
    const packets = bySession?.get(download.id);
    return packets && !download.isComplete ? [sumUp(download, packets, freshBySession?.get(download.id) ?? [])] : [];
  });
  if (progress.length === 0) return;
  const { whole, wanting } = await noteProgress(change, progress);
  await completeDownloads(change, whole);
  await notifyWishes(change, wanting);
  await tellDownloads(
    change,
    progress.map(({ id }) => id),
  );
}

interface StoredPackets {
  /** The packets that were not stored before. */
  readonly fresh: readonly IncomingPacket[];
  readonly refused: readonly RefusedPacket[];
}

/** Stores packets of downloads, in any order; a repeated packet changes nothing. */
export async function storePackets(change: Change, packets: readonly IncomingPacket[]): Promise<StoredPackets> {
  if (packets.length === 0) return { fresh: [], refused: [] };
  const held = await holdDownloads(change, [...new Set(packets.map(({ packet }) => packet.session))]);
  const { good, refused } = checkPackets(packets, new Map(held.map((download) => [download.id, download])));
  const left = new Set(await insertContents(change, good));
  // Only the first of equal packets in a batch is new.
  const fresh = good.filter(({ packet }) => packet.kind !== 'end' && left.delete(keyOf(packet.session, packet.n)));
  await advance(change, held, good, fresh);
  return { fresh, refused };
}

type Fault = Pick<RefusedPacket, 'reason' | 'detail'>;

function findFault(
  { uid, groupId, packet }: IncomingPacket,
  held: HeldDownload | undefined,
  total: number | null,
): Fault | null {
  if (!held) return { reason: 'no-download', detail: 'nothing was asked for by this number' };
  if (held.uid !== uid || held.groupId !== groupId)
    return { reason: 'no-download', detail: 'another device was asked' };
  const isOtherKind = packet.kind !== 'end' && (packet.kind === 'raw') !== (held.kind === 'raw');
  if (isOtherKind || held.isSatellite) return { reason: 'no-download', detail: 'something else was asked for' };
  if (total !== null && total !== packet.of)
    return { reason: 'download-size', detail: `${packet.of} packets, and ${total} before` };
  return null;
}

interface Checked {
  readonly good: readonly IncomingPacket[];
  readonly refused: readonly RefusedPacket[];
}

/** Sorts out packets that do not belong to their download. The first packet sets the total number. */
function checkPackets(packets: readonly IncomingPacket[], held: ReadonlyMap<number, HeldDownload>): Checked {
  const totals = new Map<number, number>();
  const good: IncomingPacket[] = [];
  const refused: RefusedPacket[] = [];
  for (const incoming of packets) {
    const { session, of } = incoming.packet;
    const download = held.get(session);
    const fault = findFault(incoming, download, totals.get(session) ?? download?.total ?? null);
    if (fault) {
      refused.push({ packet: incoming, ...fault });
      continue;
    }
    totals.set(session, of);
    good.push(incoming);
  }
  return { good, refused };
}
