import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Uid } from '@waymark/domain/ids';
import { Coalescer } from '../platform/coalescer.ts';
import { readStorageFailure } from '../platform/database/storage-failure.ts';
import { Turns, type Packet, type Turn } from './turns.ts';

/** A rejected message: the packets of its device are acknowledged after it is stored; other devices do not wait. */
export interface Refused {
  readonly uid: Uid;
  readonly stored: Promise<void>;
}

export interface LaneParts {
  /** Stores the packets in one transaction. */
  readonly store: (packets: readonly Packet[]) => Promise<readonly Refused[]>;
  /** Rejects a packet that cannot be stored alone either. */
  readonly refuse: (packet: Packet, error: unknown) => readonly Refused[];
  readonly onOutage: (error: unknown) => void;
  readonly onStored: (count: number, tookMs: number) => void;
  /** Minimum time between the starts of two transactions. */
  readonly gapMs?: number;
  /** Receives devices that have far more pending than the others; without it the lane keeps all devices. */
  readonly overflow?: Lane;
  readonly maxBatch?: number;
  /** Rests after each transaction for its duration, so that other lanes find the database idle half of the time. */
  readonly isYielding?: boolean;
}

const MAX_BATCH = 4000;
/**
 * Limits the transactions per second: at some hundred packets a second, one transaction per packet would be most of the
 * work.
 */
const GAP_MS = 20;
const RETRY_FIRST_MS = 50;
const RETRY_MOST_MS = 2000;

/**
 * Stores packets, one transaction at a time: packets that arrive during one, or within 20 ms of its start, form the
 * next batch. A batch is retried while the database is away. Devices share a batch round-robin; a device with far more
 * messages moves to the overflow lane.
 */
export class Lane {
  readonly #parts: LaneParts;
  readonly #waiting = new Turns();
  readonly #batches = new Coalescer(() => this.#storeNext(), { gather: () => this.#gather() });
  #storing: ReadonlySet<number> = new Set();
  #startedAt = Number.NEGATIVE_INFINITY;
  #restUntil = 0;
  /** Packets waited when the last transaction ended. */
  #isBusy = false;
  #isClosed = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  /** Packets that wait for a transaction. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Whether packets of the device are pending or being stored. */
  hasPending(uid: Uid): boolean {
    return this.#waiting.has(uid) || this.#storing.has(uid);
  }

  /** Resolves when the packet is stored or rejected; packets of one turn share the promise. */
  add(packet: Packet): Promise<void> {
    const { stored } = this.#waiting.add(packet);
    void this.#batches.request();
    return stored;
  }

  /** Ends retries: a batch that fails now is dropped, unacknowledged. */
  close(): void {
    this.#isClosed = true;
  }

  async #storeNext(): Promise<void> {
    this.#moveCrowds();
    const batch = this.#waiting.take(this.#parts.maxBatch ?? MAX_BATCH);
    if (this.#waiting.length > 0) void this.#batches.request();
    await this.#storeBatch(batch);
    this.#isBusy = this.#waiting.length > 0;
  }

  /** Packets of one turn share a batch. A busy lane does not wait for the turn: it may read thousands of packets. */
  async #gather(): Promise<void> {
    if (!this.#isBusy) await nextTurn();
    const readyAt = Math.max(this.#startedAt + (this.#parts.gapMs ?? GAP_MS), this.#restUntil);
    const waitMs = readyAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#startedAt = performance.now();
  }

  /** Called only between batches: no device has messages in a transaction, so a moved device keeps their order. */
  #moveCrowds(): void {
    const { overflow } = this.#parts;
    if (!overflow) return;
    for (const [uid, turns] of this.#waiting.takeCrowds()) overflow.#adopt(uid, turns);
  }

  #adopt(uid: Uid, turns: readonly Turn[]): void {
    this.#waiting.append(uid, turns);
    void this.#batches.request();
  }

  async #storeBatch(turns: readonly Turn[]): Promise<void> {
    if (turns.length === 0) return;
    this.#storing = new Set(turns.map(({ uid }) => uid));
    try {
      const refused = Map.groupBy(await this.#store(turns.flatMap(({ packets }) => packets)), ({ uid }) => uid);
      for (const turn of turns) endTurn(turn, refused.get(turn.uid));
    } catch (error) {
      for (const { reject } of turns) reject(error);
    }
    this.#storing = new Set();
    const endedAt = performance.now();
    if (this.#parts.isYielding === true) this.#restUntil = endedAt + (endedAt - this.#startedAt);
  }

  async #store(packets: readonly Packet[]): Promise<readonly Refused[]> {
    for (let delayMs = RETRY_FIRST_MS; ; delayMs = Math.min(2 * delayMs, RETRY_MOST_MS)) {
      const startedAt = performance.now();
      try {
        const refused = await this.#parts.store(packets);
        this.#parts.onStored(packets.length, performance.now() - startedAt);
        return refused;
      } catch (error) {
        const failure = readStorageFailure(error);
        if (failure === 'data') return this.#storeSingly(packets, error);
        if (failure === 'outage') this.#parts.onOutage(error);
        if (this.#isClosed) throw error;
        await sleep(delayMs);
      }
    }
  }

  /** Halves the batch until the faulty packet is alone; the others are stored without it. */
  async #storeSingly(packets: readonly Packet[], error: unknown): Promise<readonly Refused[]> {
    const [only, ...others] = packets;
    if (only && others.length === 0) return this.#parts.refuse(only, error);
    const half = Math.ceil(packets.length / 2);
    const refused = await this.#store(packets.slice(0, half));
    return [...refused, ...(await this.#store(packets.slice(half)))];
  }
}

function endTurn({ resolve, reject }: Turn, refused: readonly Refused[] | undefined): void {
  if (refused) Promise.all(refused.map(({ stored }) => stored)).then(() => resolve(), reject);
  else resolve();
}
