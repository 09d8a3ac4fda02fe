import type { EscalationStep } from '@waymark/domain/alert/escalation';
import type { CompanyId, PathId, UserId } from '@waymark/domain/ids';
import type { WeeklyShift } from '@waymark/domain/on-call/roster';
import type { Zone } from '@waymark/domain/time/zone';
import type { ColumnType, Generated } from 'kysely';

type Json<Value> = ColumnType<Value, string, string>;

declare module '../../platform/database/tables.ts' {
  interface Tables {
    on_call_rosters: { group_id: CompanyId; time_zone: Zone; shifts: Json<WeeklyShift[]> };
    on_call_overrides: {
      id: Generated<number>;
      group_id: CompanyId;
      user_id: UserId | null;
      from_at: Date;
      until_at: Date;
      added_name: string;
    };
    escalation_policies: {
      id: Generated<number>;
      group_id: CompanyId;
      /** null: the paths without steps of their own. */
      path_id: PathId | null;
      steps: Json<EscalationStep[]>;
    };
  }
}
