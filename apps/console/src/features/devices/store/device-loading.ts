import type { Device } from './device.ts';
import type { DeviceEvent } from './device-event.ts';
import type { DeviceStore } from './device-store.ts';

type FetchList = () => Promise<readonly Device[]>;

/**
 * Merges loaded lists and events. Events during a load are applied at once, and again to the loaded list, which may be
 * older. A list that was requested before the shown one is dropped.
 */
export class DeviceLoading {
  readonly #store: DeviceStore;
  readonly #fetchList: FetchList;
  readonly #since = new Map<number, DeviceEvent[]>();
  #asked = 0;
  #shown = 0;

  constructor(store: DeviceStore, fetchList: FetchList) {
    this.#store = store;
    this.#fetchList = fetchList;
  }

  take(events: readonly DeviceEvent[]): void {
    for (const kept of this.#since.values()) kept.push(...events);
    this.#store.apply(events);
  }

  async load(): Promise<void> {
    this.#asked += 1;
    const turn = this.#asked;
    const since: DeviceEvent[] = [];
    this.#since.set(turn, since);
    try {
      const devices = await this.#fetchList();
      if (turn < this.#shown) return;
      this.#shown = turn;
      this.#store.replaceAll(devices);
      this.#store.apply(since);
    } finally {
      this.#since.delete(turn);
    }
  }

  /** Cancels lists that are still loading. */
  stop(): void {
    this.#shown = Number.POSITIVE_INFINITY;
    this.#store.clear();
  }
}
