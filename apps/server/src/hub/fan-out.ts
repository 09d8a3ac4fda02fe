import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '@waymark/contract/events/index';
import { createClient } from 'redis';
import type { PendingEvent } from '../platform/database/change.ts';
import type { Log } from '../platform/log.ts';
import { Outage } from './outage.ts';

// Every node appends its events to one Redis stream and reads those of the others from where it stopped: an outage
// delays events, loses none that fit the queue and, by their numbers, repeats none. Nobody waits for Redis; the node's
// own consoles are served first. What is late may be older than what was heard meanwhile, and what Redis had taken and not
// given on is gone with it: after an outage everybody loads afresh.
const STREAM = 'waymark:hub';
const KEPT_ENTRIES = 10_000;
const QUEUED_EVENTS = 10_000;
const EVENTS_PER_ENTRY = 200;
const ENTRIES_PER_READ = 100;
const READ_BLOCK_MS = 5000;
const RETRY_MS = 200;
const PING_MS = 5000;
const DEAD_AFTER_MS = 15_000;
const CLOSE_MS = 1000;

interface Entry {
  readonly id: string;
  readonly message: Readonly<Record<string, string>>;
}

/** A node counts its events, so that what was written twice is heard once. */
type Numbered = readonly [number: number, event: PendingEvent];

interface FanOutParts {
  readonly url: string;
  readonly log: Log;
  /** Called with what another node sent. */
  readonly hear: (sent: readonly PendingEvent[]) => void;
  /** Called when something of other nodes was late or may be missing. */
  readonly onGap: () => void;
}

function connect(url: string, outage: Outage) {
  const socket = { reconnectStrategy: RETRY_MS, socketTimeout: DEAD_AFTER_MS };
  const client = createClient({ url, disableOfflineQueue: true, pingInterval: PING_MS, socket });
  client.on('error', (error: unknown) => outage.begin(error));
  /** The first connection, however long that takes. */
  const connected = client.connect().catch((error: unknown) => outage.begin(error));
  return { client, connected };
}

export class FanOut {
  readonly #parts: FanOutParts;
  readonly #nodeId = randomUUID();
  /** Each as the JSON text of a `Numbered`. */
  readonly #queue: string[] = [];
  readonly #heard = new Map<string, number>();
  readonly #closing = new AbortController();
  readonly #outages: { readonly writing: Outage; readonly reading: Outage };
  readonly #writer;
  readonly #reader;
  readonly #writable: Promise<unknown>;
  #writing: Promise<void> | undefined;
  #count = 0;

  constructor(parts: FanOutParts) {
    this.#parts = parts;
    this.#outages = {
      writing: new Outage('hub events do not reach the other nodes: Redis does not answer', parts.log),
      reading: new Outage('hub events of other nodes do not arrive: Redis does not answer', parts.log),
    };
    const writer = connect(parts.url, this.#outages.writing);
    const reader = connect(parts.url, this.#outages.reading);
    this.#writer = writer.client;
    this.#reader = reader.client;
    this.#writable = writer.connected;
    void reader.connected.then(async () => this.#read());
  }

  /** Whether events of this node reach the others, and theirs this one. */
  get isUp(): boolean {
    return this.#writer.isReady && this.#reader.isReady;
  }

  publish(sent: readonly PendingEvent[]): void {
    for (const event of sent) this.#enqueue(event);
    const surplus = this.#queue.length - QUEUED_EVENTS;
    if (surplus > 0) this.#outages.writing.countLost(this.#queue.splice(0, surplus).length);
    this.#writing ??= this.#write();
  }

  async close(): Promise<void> {
    if (this.#writer.isReady) await Promise.race([this.#writing, sleep(CLOSE_MS, undefined, { ref: false })]);
    this.#closing.abort();
    for (const client of [this.#writer, this.#reader]) client.destroy();
  }

  #enqueue(event: PendingEvent): void {
    this.#count += 1;
    try {
      this.#queue.push(JSON.stringify([this.#count, event] satisfies Numbered));
    } catch (error) {
      this.#parts.log.error({ err: error, event: event.name }, 'a hub event cannot be sent to the other nodes');
    }
  }

  /** One entry at a time, so that order holds when one has to be sent again; what comes meanwhile shares the next. */
  async #write(): Promise<void> {
    await this.#writable;
    const trim = { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT_ENTRIES } } as const;
    while (this.#queue.length > 0 && !this.#closing.signal.aborted) {
      const batch = this.#queue.splice(0, EVENTS_PER_ENTRY);
      try {
        const late = this.#outages.writing.isOut ? { late: 'yes' } : {};
        await this.#writer.xAdd(STREAM, '*', { node: this.#nodeId, events: `[${batch.join()}]`, ...late }, trim);
        this.#outages.writing.end();
      } catch (error) {
        this.#queue.unshift(...batch);
        await this.#pause(this.#outages.writing, error);
      }
    }
    // In the same breath as the last look at the queue: what is sent next starts anew.
    this.#writing = undefined;
  }

  async #read(): Promise<void> {
    let position: string | undefined;
    while (!this.#closing.signal.aborted) {
      try {
        position ??= await this.#findEnd();
        position = await this.#readFrom(position);
        if (this.#outages.reading.end()) this.#parts.onGap();
      } catch (error) {
        await this.#pause(this.#outages.reading, error);
      }
    }
  }

  async #pause(outage: Outage, error: unknown): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    outage.begin(error);
    await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }

  /** What stands before the end, the consoles of this node have loaded. */
  async #findEnd(): Promise<string> {
    const entries = await this.#reader.xRevRange(STREAM, '+', '-', { COUNT: 1 });
    return entries?.[0]?.id ?? '0-0';
  }

  async #readFrom(position: string): Promise<string> {
    const options = { BLOCK: READ_BLOCK_MS, COUNT: ENTRIES_PER_READ };
    const streams: unknown = await this.#reader.xRead({ key: STREAM, id: position }, options);
    const entries = (streams as readonly { readonly messages: readonly Entry[] }[] | null)?.[0]?.messages ?? [];
    for (const { message } of entries) this.#hear(message);
    return entries.at(-1)?.id ?? position;
  }

  #hear({ node, events: text, late }: Entry['message']): void {
    if (node === undefined || node === this.#nodeId || text === undefined) return;
    try {
      const last = this.#heard.get(node) ?? 0;
      const unheard = (JSON.parse(text) as Numbered[]).filter(([number]) => number > last);
      this.#heard.set(node, unheard.at(-1)?.[0] ?? last);
      // While nodes are being replaced, a newer one may send what this one does not know yet.
      this.#parts.hear(unheard.map(([, event]) => event).filter(({ name }) => Object.hasOwn(events, name)));
      if (late !== undefined) this.#parts.onGap();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a hub event of another node could not be read');
    }
  }
}
