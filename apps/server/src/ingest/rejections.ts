import { setTimeout as sleep } from 'node:timers/promises';
import { Coalescer } from '../platform/coalescer.ts';
import type { Database } from '../platform/database/database.ts';
import { storeRejections, toPrintable, type RejectedGroup } from '../features/records/records.api.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Log } from '../platform/log.ts';
import { SampledLog } from '../platform/sampled-log.ts';
import type { Rejection } from './device-message.ts';

/**
 * Matches a JSON text field with a secret name: the text from its first character to its end, or to the end of the
 * bytes.
 */
const SECRET =
  /("[^"]{0,40}(?:passw|passphrase|secret|token|cookie|jwt|credential|key)[^"]{0,40}"\s{0,4}:\s{0,4}")((?:\\[^]|[^"\\])+)/gi;

/**
 * Hides credentials in faulty messages; valid device messages contain none. Each byte of such a text becomes a star, so
 * that all other bytes keep their position.
 */
export function hideSecrets(bytes: Uint8Array): Uint8Array {
  // Latin-1 maps each byte to one character, whatever the encoding of the text is.
  const text = Buffer.from(bytes).toString('latin1');
  const hidden = text.replaceAll(SECRET, (_, name: string, secret: string) => name + '*'.repeat(secret.length));
  return Buffer.from(hidden, 'latin1');
}

/** Stored bytes of the newest message of a row. */
const KEPT_BYTES = 2048;
/**
 * Number of senders without a device that get their own rows per hour, so that invented names cannot fill the database.
 */
const SENDERS = 200;
const OTHERS = 'others';
/** Longer names are cut; they are invented. */
const MAX_SENDER = 100;
/** Maximum rows per transaction; further messages are only counted. */
const MOST_WAITING = 5000;
/**
 * Minimum time between the starts of two transactions, so that a flood does not occupy the database. Only rejected
 * messages wait. It must stay short: on a shared connection they fill the receive window of other devices.
 */
const GAP_MS = 50;
const HOUR_MS = 3_600_000;

interface Waiting {
  readonly groups: Map<string, RejectedGroup>;
  readonly counts: Map<string, number>;
}

const nothing = (): Waiting => ({ groups: new Map(), counts: new Map() });

/** Stores and counts messages that the server cannot use, in one transaction at a time. */
export class Rejections {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #log: SampledLog;
  readonly #senders = new Set<string>();
  readonly #totals = new Map<string, number>();
  readonly #writes = new Coalescer(() => this.#write(), { gather: () => this.#waitForGap() });
  #hour = 0;
  #waiting = nothing();
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database, now: () => number, log: Log) {
    this.#database = database;
    this.#now = now;
    this.#log = new SampledLog((fields) => log.info(fields, 'a device message was rejected'));
  }

  /** Counts by reason since this node started. */
  get totals(): ReadonlyMap<string, number> {
    return this.#totals;
  }

  /** Resolves after the commit. */
  async add(rejection: Rejection): Promise<void> {
    const { reason } = rejection;
    const sender = toPrintable(rejection.sender, MAX_SENDER);
    this.#totals.set(reason, (this.#totals.get(reason) ?? 0) + 1);
    this.#waiting.counts.set(reason, (this.#waiting.counts.get(reason) ?? 0) + 1);
    const subject = rejection.uid === null ? this.#nameSender(sender) : `agm ${rejection.uid}`;
    this.#log.note(`${reason} ${subject}`, { reason, uid: rejection.uid, sender }, this.#now());
    this.#gather({ ...rejection, sender }, subject);
    return this.#writes.request();
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
    // Each hour gets a separate row.
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

  async #waitForGap(): Promise<void> {
    const waitMs = this.#startedAt + GAP_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#startedAt = performance.now();
  }

  async #write(): Promise<void> {
    const { groups, counts } = this.#waiting;
    this.#waiting = nothing();
    const rows = [...groups.values()].map((group) => ({ ...group, payload: hideSecrets(group.payload) }));
    await this.#database.change(systemOrigin('ingest'), (change) => storeRejections(change, rows, counts, this.#now()));
  }
}
