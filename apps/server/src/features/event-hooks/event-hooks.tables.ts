import type { HookEventType, SentEventType } from '@waymark/contract/event-hooks/catalogue';
import type { CompanyId, PathId, RunId } from '@waymark/domain/ids';
import type { ColumnType, Generated } from 'kysely';

type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

/** An attempt to deliver an event. */
export interface LoggedAttempt {
  /** "YYYY-MM-DD HH:mm:ss" */
  readonly at: string;
  readonly tookMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    event_hooks: {
      id: Generated<number>;
      group_id: CompanyId;
      url: string;
      description: string;
      event_types: HookEventType[];
      is_for_all_paths: boolean;
      path_id: PathId | null;
      eta_minutes: number;
      is_enabled: boolean;
      is_gone: Generated<boolean>;
      sealed_secret: Buffer;
      sealed_old_secret: Nullable<Buffer>;
      old_secret_until: Nullable<Date>;
      failing_since: Nullable<Date>;
      failure_mailed_at: Nullable<Date>;
      last_error: Nullable<string>;
      last_delivered_at: Nullable<Date>;
      made_by_name: string;
      created_at: Generated<Date>;
    };
    event_deliveries: {
      id: Generated<number>;
      hook_id: number;
      group_id: CompanyId;
      event_id: string;
      event_type: SentEventType;
      subject: string;
      sequence: string;
      body: string;
      queued_at: Generated<Date>;
      status: Generated<'waiting' | 'delivered' | 'dead'>;
      attempts: Generated<number>;
      next_attempt_at: Generated<Date>;
      claimed_until: Nullable<Date>;
      finished_at: Nullable<Date>;
      last_status: Nullable<number>;
      last_error: Nullable<string>;
      response: Nullable<string>;
      /** Written as JSON text. */
      log: ColumnType<LoggedAttempt[], string | undefined, string>;
    };
    event_hook_etas: { hook_id: number; run_id: RunId; group_id: CompanyId; expected_at: Date | null };
  }
}
