import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import { LinkGivenUp } from './link.ts';

export interface OutboxEntry {
  readonly publication: Publication;
  /** The session in which it was last sent. */
  session: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Unacknowledged publications, in order. */
export class Outbox {
  readonly #entries = new Set<OutboxEntry>();
  readonly #onEmpty: (() => void)[] = [];

  get size(): number {
    return this.#entries.size;
  }

  add(publication: Publication, send: (entry: OutboxEntry) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: OutboxEntry = { publication, session: -1, resolve, reject };
      this.#entries.add(entry);
      send(entry);
    });
  }

  settle(entry: OutboxEntry): void {
    if (!this.#entries.delete(entry)) return;
    entry.resolve();
    if (this.#entries.size === 0) this.#tellEmpty();
  }

  /** Entries not sent in this session. */
  listUnsent(session: number): OutboxEntry[] {
    return [...this.#entries].filter((entry) => entry.session !== session);
  }

  giveUp(): void {
    for (const entry of this.#entries) entry.reject(new LinkGivenUp());
    this.#entries.clear();
    this.#tellEmpty();
  }

  #tellEmpty(): void {
    for (const notify of this.#onEmpty.splice(0)) notify();
  }

  waitEmpty(): Promise<void> {
    return this.#entries.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#onEmpty.push(resolve));
  }
}
