import type { UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    vapid_keys: {
      id: Generated<boolean>;
      public_key: string;
      sealed_private_key: Buffer;
      created_at: Generated<Date>;
    };
    push_subscriptions: {
      id: Generated<number>;
      user_id: UserId;
      endpoint: string;
      public_key: string;
      sealed_auth: Buffer;
      browser: string;
      created_at: Generated<Date>;
      /** null: no message yet. */
      last_at: Generated<Date | null>;
      last_error: Generated<string | null>;
    };
    lost_push_subscriptions: { user_id: UserId; browser: string; at: Date };
  }
}
