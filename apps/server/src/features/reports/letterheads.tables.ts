import type { CompanyId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    letterheads: { group_id: CompanyId; address: Generated<string>; logo: Generated<Uint8Array | null> };
  }
}
