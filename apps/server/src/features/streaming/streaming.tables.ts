import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    stream_listeners: {
      node_id: string;
      uid: number;
      group_id: number;
      seen_at: Generated<Date>;
    };
  }
}
