import {
  ASKING,
  chooseRetryDelayS,
  isDoubtful,
  stepTileHealth,
  type TileEvent,
  type TileHealth,
  type TileStatus,
} from './tile-health.ts';

interface TileWatchParts {
  /** Probes whether the hosts can be used. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  /** Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onStatus: (status: TileStatus) => void;
}

/**
 * Tracks the health of one layer's hosts: probes them at first, when in doubt, and at intervals while they are down.
 */
export class TileWatch {
  readonly #parts: TileWatchParts;
  readonly #leaving = new AbortController();
  #health: TileHealth = ASKING;
  #isAsking = false;
  #cancelRetry: (() => void) | undefined;

  constructor(parts: TileWatchParts) {
    this.#parts = parts;
  }

  async ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#cancelRetry?.();
    const isUp = await this.#parts.probe(this.#leaving.signal);
    this.#isAsking = false;
    if (!this.#leaving.signal.aborted) this.tell(isUp ? 'answered' : 'refused');
  }

  tell(event: TileEvent): void {
    const before = this.#health;
    this.#health = stepTileHealth(before, event);
    if (this.#health.status !== before.status) this.#parts.onStatus(this.#health.status);
    if (event === 'refused') this.#retryLater();
    if (isDoubtful(this.#health)) {
      this.#health = stepTileHealth(this.#health, 'ask-again');
      void this.ask();
    }
  }

  stop(): void {
    this.#leaving.abort();
    this.#cancelRetry?.();
  }

  #retryLater(): void {
    this.#cancelRetry = this.#parts.after(chooseRetryDelayS(this.#health) * 1000, () => void this.ask());
  }
}
