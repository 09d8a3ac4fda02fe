import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Generated, GeneratedAlways } from 'kysely';

// Records of devices, partitioned by month; each row has the company that the device belonged to at that time.

interface Record {
  uid: Uid;
  at: Date;
  group_id: CompanyId;
  received_at: Date;
}

export interface StoredScore {
  readonly algorithm: string;
  readonly weight: number;
  /** 1: a pig. */
  readonly prediction: 0 | 1;
  readonly confidence: number;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    heartbeats: Record & {
      lat: number;
      lon: number;
      altitude_mm: number | null;
      battery_mv: number;
      offline_files: number;
      online_files: number;
      iridium_offline_files: number;
      /** 0 cellular, 1 bluetooth, 2 iridium. */
      link: number;
      signal_strength: number;
      satellite_count: number;
      error_flag: number;
      power_supply_state: number;
      geophone_connected: number;
      external_antenna_connected: number;
      antenna_fold_state: number;
    };
    passages: {
      uid: Uid;
      end_of_snip_at: Date;
      /** 0 ELF, 1 GEO, 2 MAG. */
      kind: number;
      id: Generated<number>;
      group_id: CompanyId;
      passage_at: Date;
      received_at: Date;
      psg_seq: number;
      detection_count: number;
      frequency: number;
      is_verified: Generated<boolean>;
      verified_by: Generated<string | null>;
      is_offline: boolean;
      is_bluetooth: boolean;
      lat: number | null;
      lon: number | null;
      altitude_mm: number | null;
      sampling_rate: number;
      features: unknown;
      /** The score of each algorithm; null: not scored. */
      scores: Generated<readonly StoredScore[] | null>;
    };
    waveforms: {
      uid: Uid;
      end_of_snip_at: Date;
      kind: number;
      group_id: CompanyId;
      is_snippet: boolean;
      data: Buffer;
    };
    early_waveforms: {
      id: GeneratedAlways<number>;
      uid: Uid;
      psg_seq: number;
      kind: number;
      is_snippet: boolean;
      data: Buffer;
      received_at: Date;
      /** Null: the device sent only the number of the passage. */
      end_of_snip_at: Date | null;
    };
    /** Passages that a user has deleted; they are not stored when a device sends them again. */
    deleted_passages: { uid: Uid; end_of_snip_at: Date };
    gps_fixes: Record & { lat: number; lon: number; altitude_mm: number | null; satellite_count: number };
    device_errors: Record & { code: number; detail: number };
    device_infos: Record & {
      command_id: number | null;
      firmware_major: number;
      firmware_minor: number;
      protocol_version: number;
      hardware_major: number;
      hardware_minor: number;
      product_number: number;
    };
    control_responses: Record & { command_id: number | null; settings: unknown };
    command_acks: Record & { command_id: number; status: number; detail: number };
    record_counts: { uid: Uid; kind: string; day: Date; group_id: CompanyId; count: number };
    rejected_messages: {
      id: GeneratedAlways<number>;
      group_id: CompanyId | null;
      uid: Uid | null;
      sender: string;
      /** The device if it is known, else the sender. */
      subject: string;
      reason: string;
      link: string;
      hour: Date;
      first_at: Date;
      last_at: Date;
      count: number;
      detail: string;
      topic: string;
      /** The length of the whole message; the payload is its beginning. */
      size: number;
      payload: Buffer;
    };
    device_connections: { uid: Uid; client_id: string; id: string; node_id: string; since: Date };
    rejected_counts: { day: Date; reason: string; count: number };
  }
}
