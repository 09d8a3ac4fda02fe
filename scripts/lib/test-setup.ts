import { chai, vi } from 'vitest';

/** Vitest waits for one second by default, which a busy machine can exceed. */
const WAIT_MS = 15_000;

const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: WAIT_MS, ...(typeof options === 'number' ? { timeout: options } : options) });

// Puts the received value into the message: CI stores only the message of a failure.
chai.config.truncateThreshold = 1000;
