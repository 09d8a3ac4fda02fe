import type { AlertStep } from '@waymark/contract/alerts/alert-row';
import type { AlertKind } from '@waymark/domain/alert/alert-kind';
import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import type { CauseWords, Translations } from '@waymark/domain/alert/cause-words';
import type { ColumnType, Generated } from 'kysely';

type Json<Value> = ColumnType<Value, string | null, string | null>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    alerts: {
      id: Generated<number>;
      group_id: CompanyId;
      /** null: it is about the company's links. */
      run_id: RunId | null;
      subject: string;
      cause: string;
      kind: AlertKind;
      marker_name: string | null;
      uid: Uid | null;
      words_us: string;
      words_metric: string;
      /** null: raised by an older version. */
      translations: Json<Translations | null>;
      raised_at: Date;
      last_raised_at: Date;
      count: number;
      notified_at: Date | null;
      acknowledged_at: Date | null;
      acknowledged_by: UserId | null;
      acknowledged_name: string | null;
      note: string | null;
      assigned_to: UserId | null;
      ended_at: Date | null;
      closed_at: Date | null;
      changed_at: Date;
    };
    alert_events: {
      id: Generated<number>;
      alert_id: number;
      group_id: CompanyId;
      at: Date;
      step: AlertStep;
      /** null: the server. */
      user_id: UserId | null;
      user_name: string | null;
      text: string;
    };
    /** The words of causes by the step with which they began. They outlive the alert, which is deleted with its run. */
    alert_words: {
      step_id: number;
      group_id: CompanyId;
      at: Date;
      words: Json<CauseWords>;
    };
    alert_visits: { user_id: UserId; at: Date };
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
