import type { Log } from '../platform/log.ts';

/** A way by which messages of devices arrive. */
export interface Input {
  readonly name: string;
  /** The age of the oldest message that was received and is not acknowledged; 0 without one. */
  oldestMs(): number;
  /** Ends the connections with a message of that age, so that their other end sends it again; returns how many. */
  reconnect?(olderThanMs: number): number;
}

interface Parts {
  readonly inputs: () => readonly Input[];
  /** The age of the oldest message that the door has not stored: acknowledging waits for it. */
  readonly doorMs: () => number;
  readonly isDatabaseAway: () => boolean;
  readonly log: Log;
  readonly checkMs?: number;
  readonly stuckMs?: number;
  readonly pauseMs?: number;
}

const CHECK_MS = 1000;
const STUCK_MS = 10_000;
/** A connection that is stuck again right after a reconnection has a cause that reconnecting does not end. */
const PAUSE_MS = 60_000;

interface State {
  reconnections: number;
  reconnectedAt: number;
  isReported: boolean;
}

/**
 * Finds inputs that receive and no longer acknowledge. Their connections are ended, because the other end sends its messages
 * again on the next one. That is of no use while the messages wait for the database or in the door: then only the metric
 * rises and the log says so.
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

  /** For the metrics, by input. */
  get oldestSeconds(): Record<string, number> {
    return Object.fromEntries(this.#parts.inputs().map((input) => [input.name, input.oldestMs() / 1000]));
  }

  /** For the metrics, by input, since the start. */
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
    if (!state.isReported) log.error(facts, 'an input has received messages and does not acknowledge them');
    state.isReported = true;
    // The door gets a message a moment after its input.
    const isWaitingForDoor = doorMs() > oldestMs - stuckMs / 10;
    const isTooSoon = performance.now() - state.reconnectedAt < pauseMs;
    if (isDatabaseAway() || isWaitingForDoor || isTooSoon || !input.reconnect) return;
    const connections = input.reconnect(stuckMs);
    state.reconnections += connections;
    state.reconnectedAt = performance.now();
    log.warn(
      { ...facts, connections },
      'connections with unacknowledged messages are ended; their messages come again',
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
