declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    'device-added': { readonly uid: number; readonly groupId: number };
    /** A device of this company is about to leave it: raised before its row is locked, for locks that come first. */
    'device-leaving': { readonly uid: number; readonly groupId: number };
    /** A device is about to leave its company. Its row still stands; a handler that must keep it throws a problem. */
    'device-removed': { readonly uid: number; readonly groupId: number };
  }
}
