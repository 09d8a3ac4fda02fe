import { Slot } from '#/api/slot.ts';
import { forgetSavedMap } from '#/map/saved/forget-saved-map.ts';

// Kept small, because every page loads it. The rest of the offline start is loaded on demand.

/** Name of the database that stores the last known state. */
export const DATABASE = 'waymark.last-known';

/** The stored state, shown while the server is unreachable. */
export interface LastKnown {
  /** By this machine's clock, ms. */
  readonly savedAt: number;
  /** Returns a function that stops it. */
  readonly show: () => () => void;
}

const opened = new Slot<LastKnown | null>(null);

export function keepOpened(lastKnown: LastKnown): void {
  opened.put(lastKnown);
}

/** Returns the state to the frame, once. */
export function takeOpened(): LastKnown | null {
  return opened.put(null);
}

/** Deletes the stored state and the saved maps when a user signs out, or another one signs in. */
export function forgetLastKnown(): void {
  opened.put(null);
  try {
    indexedDB.deleteDatabase(DATABASE);
    forgetSavedMap();
  } catch {
    // The browser stores nothing.
  }
}
