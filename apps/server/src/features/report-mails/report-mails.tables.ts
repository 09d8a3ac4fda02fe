import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { MailContent, MailInterval } from '@waymark/domain/report/mail-schedule';
import type { Zone } from '@waymark/domain/time/zone';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    report_mails: {
      id: Generated<number>;
      group_id: CompanyId;
      content: MailContent;
      every: MailInterval;
      weekday: number;
      hour: number;
      time_zone: Zone;
      next_at: Date | null;
      covered_until: Date;
      last_sent_at: Generated<Date | null>;
      last_runs: Generated<number>;
      last_keys: Generated<string[]>;
    };
    report_mail_recipients: { mail_id: number; group_id: CompanyId; user_id: UserId };
  }
}
