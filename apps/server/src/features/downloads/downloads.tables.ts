import type { DownloadState } from '@waymark/contract/downloads/download-row';
import type { CompanyId, Uid, UserId } from '@waymark/domain/ids';
import type { ColumnType, Generated } from 'kysely';

/** A device of a session that does not get every command. */
export interface DownloadFailure {
  readonly uid: Uid;
  readonly reason: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    download_sessions: {
      id: Generated<number>;
      group_id: CompanyId;
      user_id: UserId | null;
      user_name: string;
      launch_at: Date;
      receive_at: Date;
      /** Inserted as JSON text. */
      failed: ColumnType<DownloadFailure[], string, never>;
      created_at: Generated<Date>;
      ended_at: Date | null;
      ended_by: string | null;
    };
    downloads: {
      command_id: number;
      uid: Uid;
      group_id: CompanyId;
      session_id: number | null;
      user_name: string;
      created_at: Generated<Date>;
      kind: 'passages' | 'raw';
      is_satellite: boolean;
      start_at: Date;
      end_at: Date;
      state: Generated<DownloadState>;
      accepted_at: Date | null;
      refused_at: Date | null;
      refusal: string | null;
      total: number | null;
      received: Generated<number>;
      faulty: Generated<number>;
      latest_passage_at: Date | null;
      first_packet_at: Date | null;
      last_packet_at: Date | null;
      completed_at: Date | null;
      bytes: number | null;
      sha256: string | null;
      asks: Generated<number>;
      is_wanted: Generated<boolean>;
      due_at: Date | null;
      told_at: Generated<Date>;
      is_untold: Generated<boolean>;
    };
    download_packets: { command_id: number; n: number; recorded_at: Date; content: Buffer };
  }
}
