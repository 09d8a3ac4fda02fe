import { Slot } from '#/api/slot.ts';
import { SAVED_MAP_DATABASE } from '#/map/saved/saved-map-name.ts';

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
    for (const name of [DATABASE, SAVED_MAP_DATABASE]) indexedDB.deleteDatabase(name);
  } catch {
    // The browser stores nothing.
  }
}
