import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { storeRejections, type RejectedMessage } from '../features/records/rejections.store.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Log } from '../platform/log.ts';
import { SampledLog } from '../platform/sampled-log.ts';
import type { Rejection } from './device-message.ts';

/** Kept whole for each device and reason in a minute; the rest is only counted. */
const KEPT_PER_MINUTE = 20;
const KEPT_BYTES = 8192;
/** Senders remembered within a minute: a storm of made-up names must not fill the memory. */
const SENDERS = 1000;
/** Longer ones are made up; the log needs their beginning only. */
const MAX_SENDER = 100;
/** From the start of one transaction to that of the next, so that a flood of garbage does not occupy the database. */
const GAP_MS = 20;
const MINUTE_MS = 60_000;

interface Waiting {
  readonly samples: RejectedMessage[];
  readonly counts: Map<string, number>;
}

/** Keeps and counts what nobody could use; writes what has gathered in one transaction at a time. */
export class Rejections {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #log: SampledLog;
  readonly #kept = new Map<string, number>();
  readonly #totals = new Map<string, number>();
  #minute = 0;
  #waiting: Waiting = { samples: [], counts: new Map() };
  #startedAt = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Database, now: () => number, log: Log) {
    this.#database = database;
    this.#now = now;
    this.#log = new SampledLog((fields) => log.info(fields, 'a device message was rejected'));
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
    const key = `${reason} ${rejection.uid ?? rejection.sender}`;
    this.#log.note(key, { reason, uid: rejection.uid, sender: rejection.sender.slice(0, MAX_SENDER) }, this.#now());
    if (this.#isWorthKeeping(key)) {
      const { receivedAt, payload, ...rest } = rejection;
      this.#waiting.samples.push({ ...rest, at: receivedAt, payload: payload.slice(0, KEPT_BYTES) });
    }
    this.#next ??= this.#writeNext();
    return this.#next;
  }

  close(): void {
    this.#log.flush();
  }

  #isWorthKeeping(key: string): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#kept.clear();
      this.#minute = minute;
    }
    const kept = this.#kept.get(key) ?? 0;
    if (kept >= KEPT_PER_MINUTE || (kept === 0 && this.#kept.size >= SENDERS)) return false;
    this.#kept.set(key, kept + 1);
    return true;
  }

  async #writeNext(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    const waitMs = this.#startedAt + GAP_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#startedAt = performance.now();
    const { samples, counts } = this.#waiting;
    this.#waiting = { samples: [], counts: new Map() };
    this.#next = undefined;
    this.#writing = this.#database.change(systemOrigin('ingest'), (change) =>
      storeRejections(change, samples, counts, this.#now()),
    );
    await this.#writing;
  }
}
