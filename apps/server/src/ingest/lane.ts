import { setTimeout as sleep } from 'node:timers/promises';
import { readStorageFailure } from './storage-failure.ts';
import { Turns, type Packet, type Turn } from './turns.ts';

/** Of a device something was refused: its packets are acknowledged once that is kept, and no other device waits for it. */
export interface Refused {
  readonly uid: number;
  readonly kept: Promise<void>;
}

export interface LaneParts {
  /** Stores the packets in one transaction. */
  readonly store: (packets: readonly Packet[]) => Promise<readonly Refused[]>;
  /** Puts away a packet that cannot be stored by itself either. */
  readonly refuse: (packet: Packet, error: unknown) => readonly Refused[];
  readonly onOutage: (error: unknown) => void;
  readonly onStored: (count: number, tookMs: number) => void;
  /** From the start of one transaction to that of the next. */
  readonly gapMs?: number;
  /** Takes over devices that have far more waiting than the others; without it the lane keeps all devices. */
  readonly overflow?: Lane;
  readonly maxBatch?: number;
  /** Rests after each transaction for as long as it took, so that other lanes find the database idle half of the time. */
  readonly isYielding?: boolean;
}

const MAX_BATCH = 4000;
/** At some hundred packets a second a transaction for each would be most of the work; nobody waits so short a time. */
const GAP_MS = 20;
const RETRY_FIRST_MS = 50;
const RETRY_MOST_MS = 2000;

/**
 * Stores what arrives, one transaction at a time: while one is under way, and for a moment after it has begun, the next batch
 * gathers. So a single message waits for nothing, and a thousand share one commit. While the database is away the batch waits
 * and is tried again. Devices share a batch round-robin, and one with a crowd of messages moves to the overflow lane.
 */
export class Lane {
  readonly #parts: LaneParts;
  readonly #waiting = new Turns();
  #storing: ReadonlySet<number> = new Set();
  #startedAt = Number.NEGATIVE_INFINITY;
  #restUntil = 0;
  #isRunning = false;
  #isClosed = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  /** Packets that wait for a transaction. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Whether packets of the device wait or are being stored. */
  holds(uid: number): boolean {
    return this.#waiting.has(uid) || this.#storing.has(uid);
  }

  /** Resolves when it is stored or refused; packets of one turn get the same promise. */
  add(packet: Packet): Promise<void> {
    const { stored } = this.#waiting.add(packet);
    this.#start();
    return stored;
  }

  /** Gives up what cannot be stored now; nothing of it was acknowledged. */
  close(): void {
    this.#isClosed = true;
  }

  #start(): void {
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Messages that arrive in the same turn belong to the same batch.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      await this.#gatherOthers();
      this.#moveCrowds();
      await this.#storeBatch(this.#waiting.take(this.#parts.maxBatch ?? MAX_BATCH));
    }
    this.#isRunning = false;
  }

  async #gatherOthers(): Promise<void> {
    const readyAt = Math.max(this.#startedAt + (this.#parts.gapMs ?? GAP_MS), this.#restUntil);
    const waitMs = readyAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#startedAt = performance.now();
  }

  /** Safe here only: nothing of any device is being stored, so a moved device keeps the order of its messages. */
  #moveCrowds(): void {
    const { overflow } = this.#parts;
    if (!overflow) return;
    for (const [uid, turns] of this.#waiting.takeCrowds()) overflow.#adopt(uid, turns);
  }

  #adopt(uid: number, turns: readonly Turn[]): void {
    this.#waiting.append(uid, turns);
    this.#start();
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

  /** One of them is the culprit: the others are stored without it. */
  async #storeSingly(packets: readonly Packet[], error: unknown): Promise<readonly Refused[]> {
    const [only, ...others] = packets;
    if (only && others.length === 0) return this.#parts.refuse(only, error);
    const half = Math.ceil(packets.length / 2);
    const refused = await this.#store(packets.slice(0, half));
    return [...refused, ...(await this.#store(packets.slice(half)))];
  }
}

function endTurn({ resolve, reject }: Turn, refused: readonly Refused[] | undefined): void {
  if (refused) Promise.all(refused.map(({ kept }) => kept)).then(() => resolve(), reject);
  else resolve();
}
