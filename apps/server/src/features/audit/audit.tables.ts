import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    audit: {
      id: Generated<number>;
      at: Generated<Date>;
      user_id: UserId | null;
      user_name: string;
      group_id: CompanyId | null;
      address: string | null;
      request_id: string | null;
      action: string;
      object_type: string;
      object_id: string;
      before: unknown;
      after: unknown;
    };
    error_log: {
      id: number;
      at: Date;
      user_id: UserId | null;
      route: string;
      status: number;
      code: string;
      message: string;
      request_id: string;
    };
  }
}
