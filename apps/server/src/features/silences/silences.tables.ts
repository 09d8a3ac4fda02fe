import type { AlertKind } from '@waymark/domain/alert/alert-kind';
import type { CompanyId, PathId, Uid, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    silences: {
      id: Generated<number>;
      group_id: CompanyId;
      path_id: PathId | null;
      marker_name: string | null;
      uid: Uid | null;
      kind: AlertKind | null;
      from_at: Date;
      until_at: Date;
      reason: string;
      added_by: UserId | null;
      added_name: string;
      added_at: Date;
      ended_name: string | null;
    };
  }
}
