// Small on purpose: every page has it. The rest of what belongs to opening without the server is loaded when it is needed.

/** Of the one database that keeps the last known state. */
export const DATABASE = 'waymark.last-known';

/** What is shown where the server could not be reached. */
export interface LastKnown {
  /** By this machine's clock, ms. */
  readonly savedAt: number;
  /** Answers how to stop. */
  readonly show: () => () => void;
}

let opened: LastKnown | null = null;

export function keepOpened(lastKnown: LastKnown): void {
  opened = lastKnown;
}

/** For the frame, once. */
export function takeOpened(): LastKnown | null {
  const taken = opened;
  opened = null;
  return taken;
}

/** Whoever signs out, or signs in after somebody else, leaves nothing behind. */
export function forgetLastKnown(): void {
  opened = null;
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // A browser that keeps nothing.
  }
}
