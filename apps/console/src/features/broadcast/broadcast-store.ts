import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { create } from 'zustand';

/** Commands and devices of a broadcast. */
export interface BroadcastOrder {
  readonly uids: readonly number[];
  readonly codes: readonly BroadcastCode[];
  /** UTC, as typed: for the download between dates. */
  readonly start: string;
  readonly end: string;
}

export interface Refusal {
  readonly uid: number;
  readonly reason: string;
}

export interface SentBroadcast {
  /** A unique key in the panel; the server has no number if nothing was queued. */
  readonly key: number;
  readonly broadcastId: number | null;
  readonly order: BroadcastOrder;
  /** Devices that got nothing. */
  readonly failed: readonly Refusal[];
  /** Its failed devices have been retried. */
  readonly isRetried: boolean;
}

interface BroadcastStore {
  readonly draft: BroadcastOrder;
  /** Newest first. */
  readonly sent: readonly SentBroadcast[];
}

/** A retry is shown beside the broadcast that it repeats; older ones are in the history of each device. */
const MOST_SENT = 5;

const EMPTY: BroadcastStore = { draft: { uids: [], codes: [], start: '', end: '' }, sent: [] };

/** The choice and the sent broadcasts outlive the panel. */
export const useBroadcast = create<BroadcastStore>()(() => EMPTY);

export function changeDraft(part: Partial<BroadcastOrder>): void {
  useBroadcast.setState(({ draft }) => ({ draft: { ...draft, ...part } }));
}

/** Keeps the devices but clears the commands, so that a second click cannot send them twice. */
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

/** For the next user who signs in on this page. */
export function forgetBroadcasts(): void {
  useBroadcast.setState(EMPTY);
}
