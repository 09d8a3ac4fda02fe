import type { Uid } from '../ids.ts';
import type { TimeFault, VerificationFault } from '../verification/verification.ts';

/** The documents declare a text for `already-exists` and never show it: `marker-verified` is found first. */
export type ManualFault = VerificationFault | 'unreadable' | 'after-receive' | 'already-exists';

export type NewLaunchFault = 'unreadable' | 'in-future';

export type LaunchFault =
  | { readonly code: 'in-future' }
  | { readonly code: 'after-passage'; readonly passageAt: number };

export type ReceiveFault =
  | { readonly code: 'before-launch' | 'in-future' }
  | { readonly code: 'before-passage'; readonly markerName: string | null };

/** The fault, and which of the two times has it. */
export type TimesFault =
  | {
      readonly of: 'launch';
      readonly code: 'launch-empty' | 'launch-unreadable' | 'launch-in-future' | 'launch-after-passage';
    }
  | {
      readonly of: 'receive';
      readonly code:
        | 'receive-empty'
        | 'receive-unreadable'
        | 'receive-in-future'
        | 'receive-before-launch'
        | 'receive-before-passage';
    };

/** The reason why a run does not change; `words/refusals.ts` has the texts. */
export type RunRefusal =
  | { readonly code: 'marker-unknown' | 'marker-name-taken' | 'marker-not-tracked'; readonly markerName: string }
  | { readonly code: 'marker-linked-automatically'; readonly markerName: string }
  | { readonly code: 'device-not-watching'; readonly uid: Uid }
  | { readonly code: 'device-linked'; readonly uid: Uid; readonly markerName: string }
  | { readonly code: 'marker-name-missing' | 'marker-name-too-long' | 'marker-note-too-long' }
  | { readonly code: 'site-not-tracked' | 'too-many-markers' | 'too-many-markers-of-viewers' }
  | { readonly code: 'passage-unknown' | 'passage-after-receive' | 'not-launched' }
  | { readonly code: 'reopen-too-late' }
  | { readonly code: 'reopen-pig-taken'; readonly pig: string; readonly runName: string }
  | { readonly code: 'reopen-path-taken'; readonly pig: string }
  | {
      readonly code: 'reopen-devices-taken';
      readonly uids: readonly Uid[];
      readonly runName: string;
      readonly pig: string;
    }
  | { readonly code: 'passage-refused'; readonly fault: VerificationFault | TimeFault }
  | { readonly code: 'manual-passage-refused'; readonly fault: ManualFault }
  | { readonly code: 'launch-refused'; readonly fault: LaunchFault }
  | { readonly code: 'receive-refused'; readonly fault: ReceiveFault }
  | { readonly code: 'times-refused'; readonly fault: TimesFault };

/** Limits a run and its path. */
export const MOST_MARKERS = 10_000;

/** Limits the markers of viewers, which only inform: they are skipped and have no device. */
export const MOST_MARKERS_OF_VIEWERS = 20;
