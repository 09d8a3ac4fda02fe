import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '@waymark/contract/events/index';
import { Coalescer } from '../../platform/coalescer.ts';
import type { PendingEvent } from '../../platform/database/change.ts';
import type { Log } from '../../platform/log.ts';
import { Outage } from '../../platform/outage.ts';
import { openRedis } from '../../platform/redis.ts';

// Every node appends its events to one Redis stream and reads those of the others; its own consoles never wait for
// Redis. Event numbers prevent repeats, and events that fit the queue survive an outage. A restarted Redis loses unread
// events, and a killed node its unsent ones, so all consoles reload after an outage and after the death of a node.
const STREAM = 'waymark:hub';
const KEPT_ENTRIES = 10_000;
const QUEUED_EVENTS = 10_000;
const EVENTS_PER_ENTRY = 200;
const ENTRIES_PER_READ = 100;
const READ_BLOCK_MS = 5000;
const RETRY_MS = 200;
const CLOSE_MS = 1000;
/** A node that has written nothing for this time is dead or frozen. */
const SILENT_MS = 10_000;
const BEATS_PER_SILENCE = 5;

const TRIM = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT_ENTRIES } } as const;

interface Entry {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

/** The number of the event on its node: the receiver drops an event that was written twice. */
type Numbered = readonly [number: number, event: PendingEvent];

interface FanOutParts {
  readonly url: string;
  readonly log: Log;
  /** Called with the events of another node. */
  readonly onEvents: (sent: readonly PendingEvent[]) => void;
  /** Called when events of other nodes were late or may be missing. */
  readonly onGap: () => void;
  readonly silentMs?: number;
}

export class FanOut {
  readonly #parts: FanOutParts;
  readonly #nodeId = randomUUID();
  /** Each as the JSON text of a `Numbered`. */
  readonly #queue: string[] = [];
  readonly #lastNumbers = new Map<string, number>();
  /** When each other node wrote its last entry. */
  readonly #heardAt = new Map<string, number>();
  readonly #silentMs: number;
  readonly #closing = new AbortController();
  readonly #outages: { readonly writing: Outage; readonly reading: Outage };
  readonly #writer;
  readonly #reader;
  readonly #writable: Promise<unknown>;
  readonly #writes = new Coalescer(() => this.#write());
  #count = 0;

  constructor(parts: FanOutParts) {
    this.#parts = parts;
    this.#outages = {
      writing: new Outage(parts.log, {
        began: 'sending hub events to the other nodes failed: Redis does not answer; they wait and are retried',
        ended: 'hub events reach the other nodes again',
      }),
      reading: new Outage(parts.log, {
        began: 'reading hub events of other nodes failed: Redis does not answer; retrying',
        ended: 'hub events of other nodes arrive again',
      }),
    };
    const writer = openRedis(parts.url, (error) => this.#outages.writing.begin(error));
    const reader = openRedis(parts.url, (error) => this.#outages.reading.begin(error));
    this.#writer = writer.client;
    this.#reader = reader.client;
    this.#writable = writer.connected;
    void reader.connected.then(async () => this.#read());
    this.#silentMs = parts.silentMs ?? SILENT_MS;
    void this.#beat();
  }

  /** True while events pass in both directions. */
  get isUp(): boolean {
    return this.#writer.isReady && this.#reader.isReady;
  }

  publish(sent: readonly PendingEvent[]): void {
    for (const event of sent) this.#enqueue(event);
    const surplus = this.#queue.length - QUEUED_EVENTS;
    if (surplus > 0) this.#outages.writing.countLost(this.#queue.splice(0, surplus).length);
    void this.#writes.request();
  }

  async close(): Promise<void> {
    if (this.#writer.isReady) await Promise.race([this.#leave(), sleep(CLOSE_MS, undefined, { ref: false })]);
    this.#closing.abort();
    for (const client of [this.#writer, this.#reader]) client.destroy();
  }

  async #leave(): Promise<void> {
    await this.#writes.settle();
    await this.#writer.xAdd(STREAM, '*', { node: this.#nodeId, leaves: 'yes' }, TRIM).catch(() => undefined);
  }

  /** Shows the other nodes that this one lives, and looks for those that have died. */
  async #beat(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      // While Redis is away, the outage of the queue reports it.
      if (this.#writer.isReady) this.#writer.xAdd(STREAM, '*', { node: this.#nodeId }, TRIM).catch(() => undefined);
      const askedAt = performance.now();
      await sleep(this.#silentMs / BEATS_PER_SILENCE, undefined, { ref: false, signal }).catch(() => undefined);
      const wasStill = performance.now() - askedAt > this.#silentMs / 2;
      if (!signal.aborted && !wasStill && this.isUp) this.#lookForDead();
    }
  }

  #lookForDead(): void {
    const before = performance.now() - this.#silentMs;
    const dead = [...this.#heardAt].filter(([, heardAt]) => heardAt < before);
    if (dead.length === 0) return;
    for (const [node] of dead) this.#heardAt.delete(node);
    this.#parts.log.warn(
      { nodes: dead.length },
      'another node is silent; consoles reload, as it may not have sent its last events',
    );
    this.#parts.onGap();
  }

  #enqueue(event: PendingEvent): void {
    this.#count += 1;
    try {
      this.#queue.push(JSON.stringify([this.#count, event] satisfies Numbered));
    } catch (error) {
      this.#parts.log.error(
        { err: error, event: event.name },
        'encoding a hub event failed; the other nodes do not get it',
      );
    }
  }

  /** Writes one entry at a time, so that a retry keeps the order; events that arrive meanwhile share the next entry. */
  async #write(): Promise<void> {
    await this.#writable;
    while (this.#queue.length > 0 && !this.#closing.signal.aborted) {
      const batch = this.#queue.splice(0, EVENTS_PER_ENTRY);
      try {
        const late = this.#outages.writing.isOut ? { late: 'yes' } : {};
        await this.#writer.xAdd(STREAM, '*', { node: this.#nodeId, events: `[${batch.join()}]`, ...late }, TRIM);
        this.#outages.writing.end();
      } catch (error) {
        this.#queue.unshift(...batch);
        await this.#pause(this.#outages.writing, error);
      }
    }
  }

  async #read(): Promise<void> {
    let position: string | undefined;
    while (!this.#closing.signal.aborted) {
      try {
        position ??= await this.#findEnd();
        position = await this.#readFrom(position);
        if (this.#outages.reading.end()) this.#reload();
      } catch (error) {
        await this.#pause(this.#outages.reading, error);
      }
    }
  }

  #reload(): void {
    // What was written during the outage is not heard: it tells nothing of a node.
    this.#heardAt.clear();
    this.#parts.onGap();
  }

  async #pause(outage: Outage, error: unknown): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    outage.begin(error);
    await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }

  /** The consoles of this node have loaded all earlier events. */
  async #findEnd(): Promise<string> {
    const entries = await this.#reader.xRevRange(STREAM, '+', '-', { COUNT: 1 });
    return entries?.[0]?.id ?? '0-0';
  }

  async #readFrom(position: string): Promise<string> {
    const options = { BLOCK: READ_BLOCK_MS, COUNT: ENTRIES_PER_READ };
    const streams: unknown = await this.#reader.xRead({ key: STREAM, id: position }, options);
    const entries = (streams as readonly { readonly messages: readonly Entry[] }[] | null)?.[0]?.messages ?? [];
    for (const { message } of entries) this.#receive(message);
    return entries.at(-1)?.id ?? position;
  }

  #receive({ node, events: text, late, leaves }: Entry['message']): void {
    if (node === undefined || node === this.#nodeId) return;
    if (leaves === undefined) this.#heardAt.set(node, performance.now());
    else this.#heardAt.delete(node);
    if (text === undefined) return;
    try {
      const last = this.#lastNumbers.get(node) ?? 0;
      const unseen = (JSON.parse(text) as Numbered[]).filter(([number]) => number > last);
      this.#lastNumbers.set(node, unseen.at(-1)?.[0] ?? last);
      // During a rolling update a newer node may send events that this one does not know.
      this.#parts.onEvents(unseen.map(([, event]) => event).filter(({ name }) => Object.hasOwn(events, name)));
      if (late !== undefined) this.#parts.onGap();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'decoding a hub event of another node failed; it is dropped');
    }
  }
}
