import type { ShiftMedia } from '@waymark/contract/shift/shift-entry';
import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import type { HandoverSheet } from '@waymark/domain/shift/handover';
import type { ColumnType, Generated } from 'kysely';

type Json<Value> = ColumnType<Value, string, string>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    shift_notes: {
      id: Generated<number>;
      group_id: CompanyId;
      at: Generated<Date>;
      user_id: UserId;
      user_name: string;
      text: string;
      run_id: RunId | null;
      run_name: string | null;
      pig: string | null;
      uid: Uid | null;
      corrects: number | null;
    };
    shift_files: {
      id: Generated<number>;
      group_id: CompanyId;
      /** null: the user has not added the note yet. */
      note_id: number | null;
      user_id: UserId;
      name: string;
      media: ShiftMedia;
      bytes: number;
      data: Uint8Array;
      added_at: Generated<Date>;
    };
    shift_drafts: { user_id: UserId; group_id: CompanyId; taken_at: Date; sheet: Json<HandoverSheet>; words: string };
    shift_handovers: {
      id: Generated<number>;
      group_id: CompanyId;
      taken_at: Date;
      sheet: Json<HandoverSheet>;
      words: string;
      signed_at: Date;
      signed_by: UserId;
      signed_name: string;
      accepted_at: Date | null;
      accepted_by: UserId | null;
      accepted_name: string | null;
      remark: string | null;
    };
  }
}
