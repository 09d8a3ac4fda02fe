import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import type { AlertKind } from '@waymark/domain/path/notification-rule';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    pig_run_alerts: {
      run_id: RunId;
      cause: string;
      kind: AlertKind;
      marker_name: string | null;
      uid: Uid | null;
      words: string;
      began_at: Date;
      ended_at: Date | null;
    };
    pig_run_alerts_told: {
      run_id: RunId;
      user_id: UserId;
      cause: string;
      told_at: Date;
      group_id: CompanyId;
      messages: number;
    };
  }
}
