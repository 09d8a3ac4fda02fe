/** A passage on one channel that a person has seen in the live stream of a device. */
export interface SeenPassage {
  readonly uid: number;
  readonly groupId: number;
  /** 0 ELF, 1 GEO, 2 MAG. */
  readonly kind: 0 | 1 | 2;
  /** UTC milliseconds. */
  readonly passageAt: number;
  readonly endOfSnipAt: number;
  readonly addedAt: number;
  /** Hertz; 0 but for ELF. */
  readonly frequency: number;
  readonly samplingRate: number;
  readonly place: { readonly lat: number; readonly lon: number } | null;
  readonly samples: Int16Array;
}

/** What a person does to a passage, and so to the run that has it; a run that does not allow it refuses the whole change. */
export type PassageStep = {
  readonly uid: number;
  readonly groupId: number;
  readonly endOfSnipAt: Date;
  /** UTC milliseconds. */
  readonly now: number;
} & (
  | { readonly kind: 'verified'; readonly isVerified: boolean }
  | { readonly kind: 'retimed'; readonly passageAt: number }
  | { readonly kind: 'removed' }
);

/** A passage is to be at this marker of this run, whichever run has it now. */
export interface GivenPassage {
  readonly uid: number;
  readonly endOfSnipAt: Date;
  readonly groupId: number;
  readonly isVerified: boolean;
  readonly runId: number;
  readonly markerName: string;
  readonly now: number;
}

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    'passage-seen': SeenPassage;
    /** A passage of this company is going to be changed: raised before it is locked. */
    'passage-wanted': { readonly groupId: number };
    'passage-changed': PassageStep;
    'passage-given': GivenPassage;
  }
}
