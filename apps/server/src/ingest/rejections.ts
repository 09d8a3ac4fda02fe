import type { Database } from '../platform/database/database.ts';
import { storeRejections, type RejectedMessage } from '../features/records/rejections.store.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Rejection } from './device-message.ts';

/** Of one reason and sender so many are kept whole in a minute; the rest is only counted. */
const KEPT_PER_MINUTE = 20;
const KEPT_BYTES = 8192;
/** Senders remembered within a minute: a storm of made-up names must not fill the memory. */
const SENDERS = 1000;
const MINUTE_MS = 60_000;

interface Waiting {
  readonly samples: RejectedMessage[];
  readonly counts: Map<string, number>;
}

/** Keeps and counts what nobody could use; writes what has gathered in one transaction at a time. */
export class Rejections {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #kept = new Map<string, number>();
  readonly #totals = new Map<string, number>();
  #minute = 0;
  #waiting: Waiting = { samples: [], counts: new Map() };
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Since this node started, by reason. */
  get totals(): ReadonlyMap<string, number> {
    return this.#totals;
  }

  /** Resolves when it is counted for good. */
  async add(rejection: Rejection): Promise<void> {
    const { reason } = rejection;
    this.#totals.set(reason, (this.#totals.get(reason) ?? 0) + 1);
    this.#waiting.counts.set(reason, (this.#waiting.counts.get(reason) ?? 0) + 1);
    if (this.#isWorthKeeping(rejection)) {
      const { receivedAt, payload, ...rest } = rejection;
      this.#waiting.samples.push({ ...rest, at: receivedAt, payload: payload.slice(0, KEPT_BYTES) });
    }
    this.#next ??= this.#writeNext();
    return this.#next;
  }

  #isWorthKeeping({ reason, sender }: Rejection): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#kept.clear();
      this.#minute = minute;
    }
    const key = `${reason} ${sender}`;
    const kept = this.#kept.get(key) ?? 0;
    if (kept >= KEPT_PER_MINUTE || (kept === 0 && this.#kept.size >= SENDERS)) return false;
    this.#kept.set(key, kept + 1);
    return true;
  }

  async #writeNext(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    const { samples, counts } = this.#waiting;
    this.#waiting = { samples: [], counts: new Map() };
    this.#next = undefined;
    this.#writing = this.#database.change(systemOrigin('ingest'), (change) =>
      storeRejections(change, samples, counts, this.#now()),
    );
    await this.#writing;
  }
}
