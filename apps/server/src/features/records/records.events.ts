/** One record (ELF, GEO or MAG) of a passage that was just stored. */
export interface StoredPassage {
  readonly uid: number;
  readonly groupId: number;
  readonly passageId: number;
  readonly kind: 0 | 1 | 2;
  /** UTC milliseconds. */
  readonly passageAt: number;
  readonly endOfSnipAt: number;
  readonly detectionCount: number;
  readonly frequency: number;
  readonly isOffline: boolean;
  readonly isBluetooth: boolean;
}

/** What was stored of one passage. */
export interface PassageRecords {
  readonly records: readonly StoredPassage[];
  /** No record of it was there before. */
  readonly isFirst: boolean;
}

/** Names one record of a passage. */
export interface RecordKey {
  readonly uid: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
  /** 0 ELF, 1 GEO, 2 MAG. */
  readonly kind: number;
}

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** Devices that have reported for the first time: over which link. */
    'links-settled': { readonly devices: ReadonlyArray<{ readonly uid: number; readonly isIridium: boolean }> };
    'passages-stored': { readonly passages: readonly PassageRecords[] };
    /** Records whose samples have come, of a whole batch. */
    'waveforms-stored': { readonly records: readonly RecordKey[] };
    /** A device has answered a command: by an acknowledgement, or by what the command asked for. */
    'command-acknowledged': {
      readonly uid: number;
      /** The device may have carried the command out for its old company. */
      readonly groupId: number;
      readonly commandId: number;
      /** 0 accepted, 1 rejected, 2 bad authentication, 3 busy. */
      readonly status: number;
      readonly detail: number;
      readonly at: number;
    };
  }
}
