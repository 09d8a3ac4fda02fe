import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceMessage } from './device-message.ts';
import { readStorageFailure } from './storage-failure.ts';

/** The messages of one packet, which are stored together, and who waits for them. */
export interface Packet {
  readonly messages: readonly DeviceMessage[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface LaneParts {
  /** Stores the packets in one transaction. */
  readonly store: (packets: readonly Packet[]) => Promise<void>;
  /** Puts away a packet that cannot be stored by itself either. */
  readonly refuse: (packet: Packet, error: unknown) => Promise<void>;
  readonly onOutage: (error: unknown) => void;
  readonly onStored: (count: number, tookMs: number) => void;
}

const MAX_BATCH = 4000;
const RETRY_FIRST_MS = 50;
const RETRY_MOST_MS = 2000;

/**
 * Stores what arrives, one transaction at a time: while one is under way, the next batch gathers. So a single message
 * waits for nothing, and a thousand share one commit. While the database is away the batch waits and is tried again.
 */
export class Lane {
  readonly #parts: LaneParts;
  #waiting: Packet[] = [];
  #isRunning = false;
  #isClosed = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  /** Packets that are neither stored nor refused yet. */
  get length(): number {
    return this.#waiting.length;
  }

  add(packet: Packet): void {
    this.#waiting.push(packet);
    if (!this.#isRunning) void this.#run();
  }

  /** Gives up what cannot be stored now; nothing of it was acknowledged. */
  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Messages that arrive in the same turn belong to the same batch.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) await this.#storeBatch(this.#waiting.splice(0, MAX_BATCH));
    this.#isRunning = false;
  }

  async #storeBatch(packets: readonly Packet[]): Promise<void> {
    for (let delayMs = RETRY_FIRST_MS; ; delayMs = Math.min(2 * delayMs, RETRY_MOST_MS)) {
      const startedAt = performance.now();
      try {
        await this.#parts.store(packets);
        for (const { resolve } of packets) resolve();
        return this.#parts.onStored(packets.length, performance.now() - startedAt);
      } catch (error) {
        const failure = readStorageFailure(error);
        if (failure === 'data') return this.#storeSingly(packets, error);
        if (failure === 'outage') this.#parts.onOutage(error);
        if (this.#isClosed) return rejectAll(packets, error);
        await sleep(delayMs);
      }
    }
  }

  /** One of them is the culprit: the others are stored without it. */
  async #storeSingly(packets: readonly Packet[], error: unknown): Promise<void> {
    const [only, ...others] = packets;
    if (only && others.length === 0) {
      await this.#parts.refuse(only, error).then(only.resolve, only.reject);
      return;
    }
    const half = Math.ceil(packets.length / 2);
    await this.#storeBatch(packets.slice(0, half));
    await this.#storeBatch(packets.slice(half));
  }
}

function rejectAll(packets: readonly Packet[], error: unknown): void {
  for (const { reject } of packets) reject(error);
}
