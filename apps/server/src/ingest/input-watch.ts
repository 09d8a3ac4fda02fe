import type { Log } from '../platform/log.ts';

/** A link over which device messages arrive. */
export interface Input {
  readonly name: string;
  /** The age of the oldest received, unacknowledged message; 0 without one. */
  oldestMs(): number;
  /**
   * Closes the connections with messages of at least that age, so that the other end sends them again; returns the
   * number.
   */
  reconnect?(olderThanMs: number): number;
}

interface Parts {
  readonly inputs: () => readonly Input[];
  /** The age of the oldest message that is not stored yet: acknowledgements wait for it. */
  readonly doorMs: () => number;
  readonly isDatabaseAway: () => boolean;
  readonly log: Log;
  readonly checkMs?: number;
  readonly stuckMs?: number;
  readonly pauseMs?: number;
}

const CHECK_MS = 1000;
const STUCK_MS = 10_000;
/** Minimum time between two reconnections: if a connection is stuck again, reconnecting does not remove the cause. */
const PAUSE_MS = 60_000;

interface State {
  reconnections: number;
  reconnectedAt: number;
  isReported: boolean;
}

/**
 * Finds inputs that receive but no longer acknowledge, and closes their connections so that the other end sends again.
 * Reconnecting is useless while messages wait for the database or the store: then only metric and log report it.
 */
export class InputWatch {
  readonly #parts: Parts;
  readonly #states = new Map<string, State>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.check(), parts.checkMs ?? CHECK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Oldest pending age per input, for the metrics. */
  get oldestSeconds(): Record<string, number> {
    return Object.fromEntries(this.#parts.inputs().map((input) => [input.name, input.oldestMs() / 1000]));
  }

  /** Reconnections per input since the start, for the metrics. */
  get reconnections(): Record<string, number> {
    return Object.fromEntries(
      this.#parts.inputs().flatMap((input) => {
        return input.reconnect ? [[input.name, this.#stateOf(input.name).reconnections] as const] : [];
      }),
    );
  }

  check(): void {
    for (const input of this.#parts.inputs()) this.#checkInput(input);
  }

  #checkInput(input: Input): void {
    const { log, doorMs, isDatabaseAway, stuckMs = STUCK_MS, pauseMs = PAUSE_MS } = this.#parts;
    const [oldestMs, state] = [input.oldestMs(), this.#stateOf(input.name)];
    if (oldestMs < stuckMs) {
      if (state.isReported) log.warn({ input: input.name }, 'an input acknowledges messages again');
      state.isReported = false;
      return;
    }
    const facts = { input: input.name, oldestS: Math.round(oldestMs / 1000) };
    if (!state.isReported) log.error(facts, 'an input no longer acknowledges its messages');
    state.isReported = true;
    // The store gets a message slightly later than its input.
    const isWaitingForDoor = doorMs() > oldestMs - stuckMs / 10;
    const isTooSoon = performance.now() - state.reconnectedAt < pauseMs;
    if (isDatabaseAway() || isWaitingForDoor || isTooSoon || !input.reconnect) return;
    const connections = input.reconnect(stuckMs);
    state.reconnections += connections;
    state.reconnectedAt = performance.now();
    log.warn(
      { ...facts, connections },
      'closed connections with unacknowledged messages; their senders send them again',
    );
  }

  #stateOf(name: string): State {
    const known = this.#states.get(name);
    if (known) return known;
    const state = { reconnections: 0, reconnectedAt: Number.NEGATIVE_INFINITY, isReported: false };
    this.#states.set(name, state);
    return state;
  }
}
