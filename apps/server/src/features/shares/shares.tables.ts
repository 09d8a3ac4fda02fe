import type { CompanyId, RunId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    run_shares: {
      id: Generated<number>;
      group_id: CompanyId;
      run_id: RunId;
      hash: Buffer;
      name: string;
      made_by_name: string;
      created_at: Generated<Date>;
      expires_at: Date;
      delay_minutes: number;
      hides_places: boolean;
      password_hash: string | null;
      visits: Generated<number>;
      last_visit_at: Generated<Date | null>;
    };
    run_share_visitors: { share_id: number; visitor: Buffer; seen_at: Generated<Date> };
  }
}
