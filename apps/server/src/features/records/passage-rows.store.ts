import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { toMillimetres, type Incoming } from './incoming.ts';
import type { StoredPassage } from './records.events.ts';

// Inserts passages in one statement, with a row for each channel.

export type IncomingPassage = Incoming<Passage>;
type Kind = StoredPassage['kind'];

const KINDS = { elf: 0, geo: 1, mag: 2 } as const;

/** The records of a passage; without a mask the frequency decides (0: MAG, else ELF). */
export function kindsOf({ mask, freq }: Pick<Passage, 'mask' | 'freq'>): Kind[] {
  if (mask === 0) return [freq === 0 ? KINDS.mag : KINDS.elf];
  return [KINDS.elf, KINDS.geo, KINDS.mag].filter((kind) => (mask & (1 << kind)) !== 0);
}

/** Values of a passage that is already stored; a record of another channel that arrives later takes them over. */
export interface Said {
  /** A passage belongs to the company that has its first record, because it was recorded for that company. */
  readonly groupId: CompanyId;
  readonly passageAt: number;
  readonly isVerified: boolean;
  readonly verifiedBy: string | null;
}

export function listRows(passage: IncomingPassage, said: Said | undefined) {
  const { uid, groupId, body } = passage;
  const isPlaced = body.lat !== 0 || body.lon !== 0;
  const kinds = kindsOf(body);
  return kinds.map((kind) => ({
    uid,
    ended: body.endOfSnip,
    kind,
    group_id: groupId,
    // A corrected time and the verification apply to every record of the passage.
    passed: said?.passageAt ?? body.t,
    received: passage.receivedAt,
    psg_seq: body.psgSeq,
    detection_count: body.detectionCount,
    // A passage with MAG alone has no transmitter frequency (0).
    frequency: kinds.length === 1 && kind === KINDS.mag ? 0 : body.freq,
    is_offline: body.isOffline,
    is_bluetooth: passage.link === 'bluetooth',
    lat: isPlaced ? body.lat : null,
    lon: isPlaced ? body.lon : null,
    altitude_mm: toMillimetres(body.alt),
    sampling_rate: body.samplingRate,
    features: body.features,
    is_verified: said?.isVerified ?? false,
    verified_by: said?.verifiedBy ?? null,
  }));
}

interface InsertedRow {
  readonly uid: Uid;
  readonly group_id: CompanyId;
  readonly id: number;
  readonly kind: Kind;
  readonly passage_at: Date;
  readonly end_of_snip_at: Date;
  readonly detection_count: number;
  readonly frequency: number;
  readonly is_offline: boolean;
  readonly is_bluetooth: boolean;
}

function readRecord(row: InsertedRow): StoredPassage {
  return {
    uid: row.uid,
    groupId: row.group_id,
    passageId: row.id,
    kind: row.kind,
    passageAt: row.passage_at.getTime(),
    endOfSnipAt: row.end_of_snip_at.getTime(),
    detectionCount: row.detection_count,
    frequency: row.frequency,
    isOffline: row.is_offline,
    isBluetooth: row.is_bluetooth,
  };
}

export async function insertRecords(change: Change, lines: readonly object[]): Promise<StoredPassage[]> {
  if (lines.length === 0) return [];
  const { rows } = await sql<InsertedRow>`
    insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count, frequency,
      is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate, features, is_verified, verified_by)
    select uid, to_timestamp(ended / 1000.0), kind, group_id, to_timestamp(passed / 1000.0), to_timestamp(received / 1000.0), psg_seq,
      detection_count, frequency, is_offline, is_bluetooth, lat, lon, altitude_mm, sampling_rate, features, is_verified, verified_by
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line
      (uid bigint, ended bigint, kind smallint, group_id bigint, passed bigint, received bigint, psg_seq bigint, detection_count int,
        frequency smallint, is_offline boolean, is_bluetooth boolean, lat float8, lon float8, altitude_mm int, sampling_rate float8,
        features jsonb, is_verified boolean, verified_by text)
    on conflict do nothing
    returning uid, group_id, id, kind, passage_at, end_of_snip_at, detection_count, frequency, is_offline, is_bluetooth`.execute(
    change.db,
  );
  return rows.map(readRecord);
}
