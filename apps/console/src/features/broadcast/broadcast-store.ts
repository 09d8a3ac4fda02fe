import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { create } from 'zustand';

/** What is sent to whom. */
export interface BroadcastOrder {
  readonly uids: readonly number[];
  readonly codes: readonly BroadcastCode[];
  /** UTC, as typed: of the download between dates. */
  readonly start: string;
  readonly end: string;
}

export interface Refusal {
  readonly uid: number;
  readonly reason: string;
}

export interface SentBroadcast {
  /** Tells one from the other in the panel; the server has no number where nothing was queued. */
  readonly key: number;
  readonly broadcastId: number | null;
  readonly order: BroadcastOrder;
  /** Devices that got nothing. */
  readonly failed: readonly Refusal[];
  /** Its failed devices have been sent to once more. */
  readonly isRetried: boolean;
}

interface BroadcastStore {
  readonly draft: BroadcastOrder;
  /** Newest first. */
  readonly sent: readonly SentBroadcast[];
}

/** A retry shows what it repeats beside it; older ones are in the history of each device. */
const MOST_SENT = 5;

const EMPTY: BroadcastStore = { draft: { uids: [], codes: [], start: '', end: '' }, sent: [] };

/** What was chosen and what was sent stay while the panel is closed. */
export const useBroadcast = create<BroadcastStore>()(() => EMPTY);

export function changeDraft(part: Partial<BroadcastOrder>): void {
  useBroadcast.setState(({ draft }) => ({ draft: { ...draft, ...part } }));
}

/** The devices stay chosen for what follows; the commands do not, so that nothing goes out twice by a second click. */
export function keepSent(broadcast: Omit<SentBroadcast, 'key' | 'isRetried'>, retriedKey: number | null): void {
  useBroadcast.setState(({ draft, sent }) => {
    const key = (sent[0]?.key ?? 0) + 1;
    const before = sent.map((one) => (one.key === retriedKey ? { ...one, isRetried: true } : one));
    return {
      draft: retriedKey === null ? { ...EMPTY.draft, uids: draft.uids } : draft,
      sent: [{ ...broadcast, key, isRetried: false }, ...before].slice(0, MOST_SENT),
    };
  });
}

/** For the next person who signs in on this page. */
export function forgetBroadcasts(): void {
  useBroadcast.setState(EMPTY);
}
