import type { Turn } from './connection-event.ts';

/** A record (ELF, GEO or MAG) of a passage that was just stored. */
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

/** The records of one passage that a change has stored. */
export interface PassageRecords {
  readonly records: readonly StoredPassage[];
  /** The passage had no record before. */
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

/** The passages of a month, before their records are deleted. */
export interface ExpiringPassages {
  /** The table that has the records: `passages`, or the month's own table once it is detached. */
  readonly table: string;
  readonly from: Date;
  readonly until: Date;
}

declare module '../../platform/database/change.ts' {
  interface DomainEvents {
    'passages-stored': { readonly passages: readonly PassageRecords[] };
    'passages-expiring': ExpiringPassages;
    /** The presence of devices was reported or has changed. */
    'devices-turned': { readonly turns: readonly Turn[] };
  }
}
