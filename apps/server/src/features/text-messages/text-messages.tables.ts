import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** Of nobody's company: a phone may be in the hands of people of several. */
    stopped_phones: { phone: string; stopped_at: Generated<Date> };
  }
}
