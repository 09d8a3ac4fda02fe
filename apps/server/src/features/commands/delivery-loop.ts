import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Uid } from '@waymark/domain/ids';
import { Coalescer } from '../../platform/coalescer.ts';
import { brokenConstraint, readStorageFailure } from '../../platform/database/storage-failure.ts';
import type { Log } from '../../platform/log.ts';
import { Outage, type OutageLines } from '../../platform/outage.ts';

/** A message that was claimed for one device and is sent after the commit. */
interface Claimed {
  readonly uid: Uid;
}

/** The steps of a delivery over one link. The database is the queue: a claim that comes to nothing is repeated. */
export interface Delivery<Message extends Claimed = Claimed> {
  readonly outage: OutageLines;
  readonly checkEveryMs: number;
  /** Maximum devices per transaction. */
  readonly batch: number;
  /** Maximum concurrent sends, one per device, which closing awaits; null: unlimited. */
  readonly mostAtOnce: number | null;
  /** Handles what is due by the clock; returns claimed messages. */
  check?(): Promise<readonly Message[]>;
  /** The devices that messages wait for. */
  listPending(work: PendingWork): Promise<Iterable<number>>;
  /** Claims the next messages of the devices for this node. */
  claim(uids: readonly Uid[], connected: ReadonlySet<number>): Promise<readonly Message[]>;
  send(message: Message): Promise<void>;
}

/** Pending work for the next round. */
export class PendingWork {
  readonly uids = new Set<number>();
  /** Devices that have just connected. */
  readonly connected = new Set<number>();
  /** All devices. */
  isAll = false;
  /** A time check is due. */
  isCheckDue = false;

  get isEmpty(): boolean {
    return this.uids.size === 0 && this.connected.size === 0 && !this.isAll && !this.isCheckDue;
  }

  add(other: PendingWork): void {
    for (const uid of other.uids) this.uids.add(uid);
    for (const uid of other.connected) this.connected.add(uid);
    this.isAll ||= other.isAll;
    this.isCheckDue ||= other.isCheckDue;
  }
}

/** Another node changed the same devices at the same time: a retry succeeds. */
function isCollision(error: unknown): boolean {
  return brokenConstraint(error) === 'commands_in_flight' || readStorageFailure(error) === 'conflict';
}

/**
 * Claims pending messages and sends them after the commit. Requests since the last round share the next one, with many
 * devices per transaction. Failed work waits for the next check; work that collided with another node is retried.
 */
export class DeliveryLoop<Message extends Claimed = Claimed> {
  readonly #delivery: Delivery<Message>;
  readonly #outage: Outage;
  readonly #rounds = new Coalescer(() => this.#round(), { gather: nextTurn });
  /** Devices that messages wait for. */
  readonly #due = new Set<number>();
  /** Messages that are being sent, with their devices. */
  readonly #sending = new Map<Promise<void>, number>();
  #pending = new PendingWork();
  #failed = new PendingWork();
  #timer: NodeJS.Timeout | undefined;

  constructor(delivery: Delivery<Message>, log: Log) {
    this.#delivery = delivery;
    this.#outage = new Outage(log, delivery.outage);
  }

  start(): void {
    this.request(null);
    this.#timer = setInterval(() => this.check(), this.#delivery.checkEveryMs);
    this.#timer.unref();
  }

  /** Called when the device has subscribed: earlier messages may have been lost. */
  onSubscribed(uid: Uid): void {
    this.#pending.connected.add(uid);
    void this.#rounds.request();
  }

  /** Checks these devices for messages to send; null: all devices. */
  request(uids: readonly Uid[] | null): void {
    if (uids === null) this.#pending.isAll = true;
    else for (const uid of uids) this.#pending.uids.add(uid);
    void this.#rounds.request();
  }

  /** Checks what is due by the clock, and retries failed work. */
  check(): void {
    this.#pending.add(this.#failed);
    this.#failed = new PendingWork();
    this.#pending.isCheckDue = true;
    void this.#rounds.request();
  }

  /** Resolves when all requested rounds are done and their messages are sent. */
  async settle(): Promise<void> {
    while (!this.#rounds.isIdle || this.#sending.size > 0)
      await Promise.all([this.#rounds.settle(), ...this.#sending.keys()]);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#rounds.close();
    if (this.#delivery.mostAtOnce !== null) await this.settle();
  }

  async #round(): Promise<void> {
    const work = this.#pending;
    this.#pending = new PendingWork();
    if (!work.isEmpty) await this.#attempt(work, () => this.#find(work));
    for (let uids = this.#takeBatch(); uids.length > 0; uids = this.#takeBatch()) {
      const part = new PendingWork();
      for (const uid of uids) (work.connected.has(uid) ? part.connected : part.uids).add(uid);
      await this.#attempt(part, async () => this.#sendAll(await this.#delivery.claim(uids, part.connected)));
    }
  }

  async #find(work: PendingWork): Promise<void> {
    if (work.isCheckDue && this.#delivery.check) this.#sendAll(await this.#delivery.check());
    for (const uid of await this.#delivery.listPending(work)) this.#due.add(uid);
  }

  async #attempt(work: PendingWork, run: () => Promise<void>): Promise<void> {
    try {
      await run();
      this.#outage.end();
    } catch (error) {
      if (isCollision(error)) {
        this.#pending.add(work);
        void this.#rounds.request();
      } else {
        this.#failed.add(work);
        this.#outage.begin(error);
      }
    }
  }

  /** Takes devices out of the due ones, as many as can be served now. */
  #takeBatch(): number[] {
    const { batch, mostAtOnce } = this.#delivery;
    if (this.#rounds.isClosed) return [];
    const busy = new Set(mostAtOnce === null ? [] : this.#sending.values());
    const most = mostAtOnce === null ? batch : Math.min(batch, mostAtOnce - busy.size);
    const uids: Uid[] = [];
    for (const uid of this.#due) {
      if (uids.length >= most) break;
      if (!busy.has(uid)) uids.push(uid);
    }
    for (const uid of uids) this.#due.delete(uid);
    return uids;
  }

  #sendAll(messages: readonly Message[]): void {
    for (const message of messages) this.#send(message);
  }

  #send(message: Message): void {
    const { uid } = message;
    // A device that connects before this message leaves gets it, so nothing is lost and no repeat is needed.
    this.#pending.connected.delete(uid);
    const sending: Promise<void> = this.#delivery
      .send(message)
      .catch((error: unknown) => {
        if (!isCollision(error)) this.#outage.begin(error);
      })
      .finally(() => {
        this.#sending.delete(sending);
        if (this.#due.size > 0) void this.#rounds.request();
      });
    this.#sending.set(sending, uid);
  }
}
