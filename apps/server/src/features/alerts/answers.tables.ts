import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    alert_answers: {
      id: Generated<number>;
      group_id: CompanyId;
      user_id: UserId;
      /** The account's `link_epoch` when the message was written; a changed account has a later one. */
      epoch: number;
      hash: Generated<Buffer | null>;
      number: number | null;
      expires_at: Date;
      used_at: Generated<Date | null>;
    };
    alert_answer_alerts: { answer_id: number; alert_id: number; group_id: CompanyId; raise: number };
  }
}
