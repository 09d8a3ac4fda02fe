import type { BroadcastCode, PathFlag } from '@waymark/commands/broadcast-codes';
import type { ColumnType, Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    broadcasts: {
      id: Generated<number>;
      group_id: number;
      at: Generated<Date>;
      user_id: number | null;
      user_name: string;
      codes: BroadcastCode[];
      /** Written as JSON text. */
      failed: ColumnType<{ uid: number; reason: string }[], string, never>;
    };
    pig_path_broadcast_flags: { path_id: number; flags: PathFlag[] };
  }
}
