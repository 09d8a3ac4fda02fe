import type { BroadcastCode, PathFlag } from '@waymark/commands/broadcast-codes';
import type { CompanyId, PathId, Uid, UserId } from '@waymark/domain/ids';
import type { ColumnType, Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    broadcasts: {
      id: Generated<number>;
      group_id: CompanyId;
      at: Generated<Date>;
      user_id: UserId | null;
      user_name: string;
      codes: BroadcastCode[];
      /** Written as JSON text. */
      failed: ColumnType<{ uid: Uid; reason: string }[], string, never>;
    };
    pig_path_broadcast_flags: { path_id: PathId; flags: PathFlag[] };
  }
}
