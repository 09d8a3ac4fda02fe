import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    calendar_feeds: {
      id: Generated<number>;
      group_id: CompanyId;
      /** null: a feed of the company. */
      user_id: UserId | null;
      name: string;
      hash: Buffer;
      made_by_name: string;
      created_at: Generated<Date>;
      last_read_at: Generated<Date | null>;
    };
  }
}
