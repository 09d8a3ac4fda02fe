export interface ListParts<Item, Event> {
  readonly load: () => Promise<readonly Item[]>;
  /** Applies events in order. It may be called again with the same events. */
  readonly apply: (events: readonly Event[]) => void;
  readonly replaceAll: (items: readonly Item[]) => void;
}

/**
 * Merges loaded lists and events. Events during a load are applied at once, and again to the loaded list, which may be
 * older. A list that was requested before the shown one is dropped.
 */
export class ListLoading<Item, Event> {
  readonly #parts: ListParts<Item, Event>;
  readonly #since = new Map<number, Event[]>();
  #asked = 0;
  #shown = 0;

  constructor(parts: ListParts<Item, Event>) {
    this.#parts = parts;
  }

  take(events: readonly Event[]): void {
    for (const kept of this.#since.values()) kept.push(...events);
    this.#parts.apply(events);
  }

  async load(): Promise<void> {
    this.#asked += 1;
    const turn = this.#asked;
    const since: Event[] = [];
    this.#since.set(turn, since);
    try {
      const items = await this.#parts.load();
      if (turn < this.#shown) return;
      this.#shown = turn;
      this.#parts.replaceAll(items);
      this.#parts.apply(since);
    } finally {
      this.#since.delete(turn);
    }
  }

  /** Drops the lists that are still loading. */
  dropPending(): void {
    this.#shown = this.#asked + 1;
  }
}
