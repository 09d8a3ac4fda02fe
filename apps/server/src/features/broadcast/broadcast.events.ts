import type { PathEvent } from '@waymark/domain/command/broadcast-codes';
import type { FileWindow } from '@waymark/domain/command/windows';

/** An event of a pig path. */
export interface PathOccasion {
  readonly pathId: number;
  readonly event: PathEvent;
  /** The devices that watch the line at this event. */
  readonly uids: readonly number[];
  /** From launch to receive, once both are known: what is downloaded lies between them. */
  readonly window: FileWindow | null;
}

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** The commands that the path's flags choose for this event are to be queued. */
    'path-event': PathOccasion;
  }
}
