import type { AlertStep } from '@waymark/contract/alerts/alert-row';
import type { CompanyId } from '@waymark/domain/ids';

declare module '../../platform/database/change.ts' {
  interface DomainEvents {
    /** Steps in the lives of alerts that are stored. `at` is in UTC milliseconds. */
    'alerts-changed': {
      readonly steps: ReadonlyArray<{
        readonly alertId: number;
        readonly groupId: CompanyId;
        readonly step: AlertStep;
      }>;
      readonly at: number;
    };
  }
}
