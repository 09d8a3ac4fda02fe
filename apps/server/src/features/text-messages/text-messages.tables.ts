import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** Belongs to no company, because users of several companies may share a phone. */
    stopped_phones: { phone: string; stopped_at: Generated<Date> };
  }
}
