import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { encodeRecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Change } from '../../../platform/database/change.ts';
import { SATELLITE_SILENCE_MS } from '../download-rules.ts';
import { holdDownloads, type HeldDownload } from '../hold-downloads.store.ts';
import { tellDownloads } from '../news/tell-downloads.ts';

/** A passage that arrived over satellite. */
export interface SatellitePassage {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly passage: Passage;
}

async function listRunning(change: Change, uids: readonly Uid[]): Promise<number[]> {
  const { rows } = await sql<{ command_id: number }>`select command_id from downloads
    where uid = any(${writeArray(uids)}::bigint[]) and state <> 'DC' and is_satellite`.execute(change.db);
  return rows.map(({ command_id: id }) => id);
}

async function addPassage(change: Change, { id, startAt }: HeldDownload, passage: Passage): Promise<void> {
  const n = passage.endOfSnip - startAt;
  const content = Buffer.from(encodeRecordedPassage({ passage, waveforms: [] }));
  const { numAffectedRows } = await sql`
    insert into download_packets (command_id, n, recorded_at, content) values (${id}, ${n}, ${new Date(passage.t)}, ${content})
    on conflict do nothing`.execute(change.db);
  if (numAffectedRows === 0n) return;
  await sql`update downloads set state = 'D', received = received + 1, latest_passage_at = greatest(latest_passage_at, ${new Date(passage.t)}),
    first_packet_at = coalesce(first_packet_at, now()), last_packet_at = now(),
    due_at = case when accepted_at is not null then now() + ${sql.raw(`interval '${SATELLITE_SILENCE_MS} milliseconds'`)} end
    where command_id = ${id}`.execute(change.db);
}

/** Counts satellite passages within a requested range as packets of that download. */
export async function countSatellitePassages(change: Change, passages: readonly SatellitePassage[]): Promise<void> {
  if (passages.length === 0) return;
  const running = await holdDownloads(change, await listRunning(change, [...new Set(passages.map(({ uid }) => uid))]));
  const changed = new Set<number>();
  for (const { uid, groupId, passage } of passages) {
    for (const download of running) {
      const isAsked =
        download.uid === uid &&
        download.groupId === groupId &&
        passage.t >= download.startAt &&
        passage.t <= download.endAt;
      if (!isAsked || passage.endOfSnip <= download.startAt) continue;
      await addPassage(change, download, passage);
      changed.add(download.id);
    }
  }
  await tellDownloads(change, [...changed]);
}
