import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    alert_escalations: {
      alert_id: number;
      group_id: CompanyId;
      /** The count of the alert when the step was taken. */
      raise: number;
      step: number;
      at: Date;
      failed_at: Generated<Date | null>;
    };
    alert_escalation_messages: {
      id: Generated<number>;
      alert_id: number;
      group_id: CompanyId;
      raise: number;
      step: number;
      user_id: UserId;
      medium: 'mail' | 'sms' | 'push';
      dedupe_key: string;
      at: Date;
      failed_at: Generated<Date | null>;
    };
  }
}
