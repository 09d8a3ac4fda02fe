import { chai, vi } from 'vitest';

/** Of its own accord vitest waits for a second, which a busy machine may need for anything. */
const WAIT_MS = 15_000;

const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: WAIT_MS, ...(typeof options === 'number' ? { timeout: options } : options) });

// What was received is in the message itself: CI keeps no more of a failure.
chai.config.truncateThreshold = 1000;
