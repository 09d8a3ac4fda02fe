import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    stream_listeners: {
      node_id: string;
      uid: Uid;
      group_id: CompanyId;
      seen_at: Generated<Date>;
    };
  }
}
