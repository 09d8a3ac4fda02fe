import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceMessage } from './device-message.ts';
import { readStorageFailure } from './storage-failure.ts';

/** The messages of one packet, which are stored together. */
export type Packet = readonly DeviceMessage[];

export interface LaneParts {
  /** Stores the packets in one transaction. */
  readonly store: (packets: readonly Packet[]) => Promise<void>;
  /** Puts away a packet that cannot be stored by itself either. */
  readonly refuse: (packet: Packet, error: unknown) => Promise<void>;
  readonly onOutage: (error: unknown) => void;
  readonly onStored: (count: number, tookMs: number) => void;
  /** From the start of one transaction to that of the next. */
  readonly gapMs?: number;
}

/** Packets that share a commit, and one promise for all who wait for it. */
interface Batch {
  readonly packets: Packet[];
  readonly stored: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCH = 4000;
/** At some hundred packets a second a transaction for each would be most of the work; nobody waits so short a time. */
const GAP_MS = 20;
const RETRY_FIRST_MS = 50;
const RETRY_MOST_MS = 2000;

/**
 * Stores what arrives, one transaction at a time: while one is under way, and for a moment after it has begun, the next batch
 * gathers. So a single message waits for nothing, and a thousand share one commit. While the database is away the batch waits
 * and is tried again.
 */
export class Lane {
  readonly #parts: LaneParts;
  readonly #batches: Batch[] = [];
  #length = 0;
  #startedAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isClosed = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  /** Packets that wait for a transaction. */
  get length(): number {
    return this.#length;
  }

  /** Resolves when it is stored or refused; packets of one batch get the same promise. */
  add(packet: Packet): Promise<void> {
    const batch = this.#gather();
    batch.packets.push(packet);
    this.#length += 1;
    if (!this.#isRunning) void this.#run();
    return batch.stored;
  }

  /** Gives up what cannot be stored now; nothing of it was acknowledged. */
  close(): void {
    this.#isClosed = true;
  }

  #gather(): Batch {
    const last = this.#batches.at(-1);
    if (last && last.packets.length < MAX_BATCH) return last;
    const { promise: stored, resolve, reject } = Promise.withResolvers<void>();
    const batch: Batch = { packets: [], stored, resolve, reject };
    this.#batches.push(batch);
    return batch;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Messages that arrive in the same turn belong to the same batch.
    await new Promise(setImmediate);
    while (this.#batches.length > 0) {
      await this.#gatherOthers();
      const batch = this.#batches.shift();
      if (!batch) break;
      this.#length -= batch.packets.length;
      await this.#store(batch.packets).then(batch.resolve, batch.reject);
    }
    this.#isRunning = false;
  }

  async #gatherOthers(): Promise<void> {
    const waitMs = this.#startedAt + (this.#parts.gapMs ?? GAP_MS) - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#startedAt = performance.now();
  }

  async #store(packets: readonly Packet[]): Promise<void> {
    for (let delayMs = RETRY_FIRST_MS; ; delayMs = Math.min(2 * delayMs, RETRY_MOST_MS)) {
      const startedAt = performance.now();
      try {
        await this.#parts.store(packets);
        return this.#parts.onStored(packets.length, performance.now() - startedAt);
      } catch (error) {
        const failure = readStorageFailure(error);
        if (failure === 'data') return this.#storeSingly(packets, error);
        if (failure === 'outage') this.#parts.onOutage(error);
        if (this.#isClosed) throw error;
        await sleep(delayMs);
      }
    }
  }

  /** One of them is the culprit: the others are stored without it. */
  async #storeSingly(packets: readonly Packet[], error: unknown): Promise<void> {
    const [only, ...others] = packets;
    if (only && others.length === 0) return this.#parts.refuse(only, error);
    const half = Math.ceil(packets.length / 2);
    await this.#store(packets.slice(0, half));
    await this.#store(packets.slice(half));
  }
}
