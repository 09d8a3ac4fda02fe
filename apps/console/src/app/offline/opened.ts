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

let opened: LastKnown | null = null;

export function keepOpened(lastKnown: LastKnown): void {
  opened = lastKnown;
}

/** Returns the state to the frame, once. */
export function takeOpened(): LastKnown | null {
  const taken = opened;
  opened = null;
  return taken;
}

/** Deletes the stored state when a user signs out, or another one signs in. */
export function forgetLastKnown(): void {
  opened = null;
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // The browser stores nothing.
  }
}
