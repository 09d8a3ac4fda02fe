import { logFailure } from '#/api/api-error.ts';
import type { EventOf } from './event-queue.ts';
import type { EventName } from './hub-event.ts';
import { ListLoading, type ListParts } from './list-loading.ts';
import { liveEvents, recoverySteps } from './live.ts';
import { hasServer } from './online-store.ts';
import type { RecoveryStage } from './recovery-steps.ts';

export interface LoadState {
  readonly isLoading: boolean;
  /** The failure of the last load. */
  readonly error: Error | null;
}

interface LiveParts<Item, Name extends EventName> extends ListParts<Item, EventOf<Name>> {
  readonly events: readonly Name[];
  readonly clear: () => void;
  readonly onLoadState: (state: Partial<LoadState>) => void;
  /** When the list is loaded again after an offline period. */
  readonly recovers: RecoveryStage;
  /** How long the first load leaves the hub time to connect, because its connection loads the list as well. */
  readonly patienceMs?: number;
  /** Called after the first load and after each recovery. */
  readonly onLoaded?: () => Promise<unknown>;
}

/** A list of the server's that is loaded once, kept up to date by events and loaded again after an offline period. */
export class LiveCollection<Item, Name extends EventName> {
  readonly #parts: LiveParts<Item, Name>;
  readonly #loading: ListLoading<Item, EventOf<Name>>;

  constructor(parts: LiveParts<Item, Name>) {
    this.#parts = parts;
    this.#loading = new ListLoading(parts);
  }

  /** Rejects with the failed call. Without the server the last known items stay until it is back. */
  async load(): Promise<void> {
    if (!hasServer()) return;
    const { onLoadState } = this.#parts;
    onLoadState({ isLoading: true });
    try {
      await this.#loading.load();
      onLoadState({ isLoading: false, error: null });
    } catch (error) {
      onLoadState({ isLoading: false, error: error instanceof Error ? error : new Error(String(error)) });
      throw error;
    }
  }

  /** Until the returned function is called. */
  start(): () => void {
    const { events, recovers, patienceMs = 0, onLoaded, clear } = this.#parts;
    const loadAll = async () => {
      await this.load();
      await onLoaded?.();
    };
    const first = setTimeout(() => void loadAll().catch(logFailure), patienceMs);
    const stops = [
      liveEvents.listenInBatches(events, (batch) => this.#loading.take(batch)),
      recoverySteps.register(recovers, () => {
        clearTimeout(first);
        return loadAll();
      }),
    ];
    return () => {
      clearTimeout(first);
      for (const stop of stops) stop();
      this.#loading.dropPending();
      clear();
    };
  }
}
