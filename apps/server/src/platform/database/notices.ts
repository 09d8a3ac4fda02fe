import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { Connection } from './database.ts';
import { connectClient, pingClient } from './pool.ts';

const RETRY_MS = 1000;

interface Listener {
  readonly hear: (payload: string) => void;
  /** Notices may have been lost: drop whatever they would have corrected. */
  readonly missed?: () => void;
  /** The connection is back: reload state that depends on notices and cannot simply be dropped. */
  readonly back?: () => void;
}

/** Listens to notices that nodes send through the database after a commit. */
export class Notices {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #listeners = new Map<string, Listener[]>();
  #client: pg.Client | undefined;
  #closed = false;
  #listening = false;

  constructor(connection: Connection, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  /** False while notices may be lost: caches that depend on them must not be filled then. */
  get isListening(): boolean {
    return this.#listening;
  }

  /** A channel may have several listeners. */
  on(channel: string, listener: Listener): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
  }

  async start(): Promise<void> {
    const client = await connectClient({ ...this.#connection, application_name: 'waymark notices' });
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.hear(payload);
    });
    client.on('error', (error) =>
      this.#log.warn({ err: error }, 'the database connection for notices failed; reconnecting'),
    );
    try {
      for (const channel of this.#listeners.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      void client.end();
      throw error;
    }
    client.on('end', () => void this.#reconnect());
    pingClient(client);
    this.#client = client;
    this.#listening = true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
  }

  #all(): readonly Listener[] {
    return [...this.#listeners.values()].flat();
  }

  async #reconnect(): Promise<void> {
    this.#listening = false;
    for (const listener of this.#all()) listener.missed?.();
    while (!this.#closed && !this.#listening) {
      await sleep(RETRY_MS, undefined, { ref: false });
      if (this.#closed) return;
      await this.start().catch(() => undefined);
    }
    if (this.#listening) for (const listener of this.#all()) listener.back?.();
  }
}
