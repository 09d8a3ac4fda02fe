import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { storeRejections, toPrintable, type RejectedGroup } from '../features/records/rejections.store.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Log } from '../platform/log.ts';
import { SampledLog } from '../platform/sampled-log.ts';
import type { Rejection } from './device-message.ts';
import { hideSecrets } from './hide-secrets.ts';

/** Kept of the newest message of a row. */
const KEPT_BYTES = 2048;
/** Senders without a device that get rows of their own within an hour: a storm of made-up names must not fill the database. */
const SENDERS = 200;
const OTHERS = 'others';
/** Longer ones are made up; their beginning is enough. */
const MAX_SENDER = 100;
/** Rows that wait for one transaction; more are only counted. */
const MOST_WAITING = 5000;
/**
 * From the start of one transaction to that of the next, so that a flood does not occupy the database. Only rejected
 * messages wait for it. It must stay short: on a shared connection they take places in the window of other devices.
 */
const GAP_MS = 50;
const HOUR_MS = 3_600_000;

interface Waiting {
  readonly groups: Map<string, RejectedGroup>;
  readonly counts: Map<string, number>;
}

const nothing = (): Waiting => ({ groups: new Map(), counts: new Map() });

/** Keeps and counts messages that the server cannot use; writes what has gathered in one transaction at a time. */
export class Rejections {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #log: SampledLog;
  readonly #senders = new Set<string>();
  readonly #totals = new Map<string, number>();
  #hour = 0;
  #waiting = nothing();
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

  /** Resolves when it is kept and counted for good. */
  async add(rejection: Rejection): Promise<void> {
    const { reason } = rejection;
    const sender = toPrintable(rejection.sender, MAX_SENDER);
    this.#totals.set(reason, (this.#totals.get(reason) ?? 0) + 1);
    this.#waiting.counts.set(reason, (this.#waiting.counts.get(reason) ?? 0) + 1);
    const subject = rejection.uid === null ? this.#nameSender(sender) : `agm ${rejection.uid}`;
    this.#log.note(`${reason} ${subject}`, { reason, uid: rejection.uid, sender }, this.#now());
    this.#gather({ ...rejection, sender }, subject);
    this.#next ??= this.#writeNext();
    return this.#next;
  }

  close(): void {
    this.#log.flush();
  }

  #nameSender(sender: string): string {
    const hour = Math.floor(this.#now() / HOUR_MS);
    if (hour !== this.#hour) this.#senders.clear();
    this.#hour = hour;
    if (this.#senders.size >= SENDERS && !this.#senders.has(sender)) return OTHERS;
    this.#senders.add(sender);
    return `sender ${sender}`;
  }

  #gather({ receivedAt, payload, uid, reason, link, sender, detail, topic }: Rejection, subject: string): void {
    const { groups } = this.#waiting;
    // An hour is a row of its own.
    const key = `${Math.floor(receivedAt / HOUR_MS)} ${link} ${reason} ${subject}`;
    const before = groups.get(key);
    if (!before && groups.size >= MOST_WAITING) return;
    groups.set(key, {
      subject,
      uid,
      reason,
      link,
      sender,
      detail,
      topic,
      firstAt: before?.firstAt ?? receivedAt,
      lastAt: Math.max(receivedAt, before?.lastAt ?? receivedAt),
      count: (before?.count ?? 0) + 1,
      size: payload.length,
      payload: payload.slice(0, KEPT_BYTES),
    });
  }

  async #writeNext(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    const waitMs = this.#startedAt + GAP_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#startedAt = performance.now();
    const { groups, counts } = this.#waiting;
    this.#waiting = nothing();
    this.#next = undefined;
    const rows = [...groups.values()].map((group) => ({ ...group, payload: hideSecrets(group.payload) }));
    this.#writing = this.#database.change(systemOrigin('ingest'), (change) =>
      storeRejections(change, rows, counts, this.#now()),
    );
    await this.#writing;
  }
}
