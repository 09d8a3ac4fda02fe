import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

export type Medium = 'mail' | 'sms' | 'push';
export type OutboxStatus = 'waiting' | 'sent' | 'dead';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    outbox: {
      id: Generated<number>;
      created_at: Generated<Date>;
      group_id: CompanyId | null;
      medium: Medium;
      recipient: string;
      subject: string;
      body_text: string;
      body_html: string | null;
      user_id: UserId | null;
      holds_secret: Generated<boolean>;
      link_h: Generated<number | null>;
      link_epoch: Generated<number | null>;
      expires_at: Generated<Date | null>;
      /** The answer whose link is made when the message is sent. */
      answer_id: Generated<number | null>;
      /** The address that a push opens. */
      opens: Generated<string | null>;
      dedupe_key: string | null;
      run_id: Generated<number | null>;
      message_key: Generated<string>;
      status: Generated<OutboxStatus>;
      attempts: Generated<number>;
      next_attempt_at: Generated<Date>;
      attempt_begun_at: Date | null;
      handed_over_at: Date | null;
      last_error: string | null;
      sent_at: Date | null;
    };
  }
}
