import type { CompanyId } from '@waymark/domain/ids';
import type { ChosenColumn, ControlTime } from '@waymark/domain/report/control-columns';
import type { ColumnType, Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    control_profiles: {
      id: Generated<number>;
      group_id: CompanyId;
      name: string;
      columns: ColumnType<ChosenColumn[], string, string>;
      time_format: ControlTime;
      gap_m: number | null;
    };
    letterheads: { group_id: CompanyId; address: Generated<string>; logo: Generated<Uint8Array | null> };
  }
}
