import type { AlertKind } from '@waymark/domain/path/notification-rule';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    pig_run_alerts: {
      run_id: number;
      cause: string;
      kind: AlertKind;
      marker_name: string | null;
      uid: number | null;
      words: string;
      began_at: Date;
      ended_at: Date | null;
    };
    pig_run_alerts_told: { run_id: number; user_id: number; cause: string; told_at: Date; group_id: number };
  }
}
