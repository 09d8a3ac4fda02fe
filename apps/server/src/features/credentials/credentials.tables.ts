import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    device_credentials: {
      uid: Uid;
      password_hash: Buffer;
      broker_hash: string;
      /** Sealed with the secret key. */
      message_key: Buffer;
      issued_at: Generated<Date>;
    };
    relays: {
      name: string;
      group_id: CompanyId;
      password_hash: Buffer;
      broker_hash: string;
      issued_at: Generated<Date>;
    };
    relay_devices: { name: string; uid: Uid; group_id: CompanyId };
  }
}
