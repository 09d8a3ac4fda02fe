import type { CompanyId, Uid } from '@waymark/domain/ids';

declare module '../../platform/database/change.ts' {
  interface DomainEvents {
    /** A device is about to leave its company. Raised before its row is locked, for locks that come first. */
    'device-leaving': { readonly uid: Uid; readonly groupId: CompanyId };
    /** A device is leaving its company. Its row still exists; a handler that must keep it there throws a problem. */
    'device-removed': { readonly uid: Uid; readonly groupId: CompanyId };
  }
}
