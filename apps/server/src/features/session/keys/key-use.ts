import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { storeKeyUse, type KeyUse } from './keys.store.ts';

const FLUSH_MS = 60_000;

/** Collects when and from where keys were last used, and stores it once a minute: a call costs no write. */
export class KeyUses {
  readonly #database: Database;
  readonly #log: Log;
  #pending = new Map<number, KeyUse>();
  readonly #timer: NodeJS.Timeout;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  note(keyId: number, address: string): void {
    this.#pending.set(keyId, { at: Date.now(), address });
  }

  async flush(): Promise<void> {
    const uses = this.#pending;
    if (uses.size === 0) return;
    this.#pending = new Map();
    await this.#database
      .change(systemOrigin('API key use'), (change) => storeKeyUse(change, uses))
      .catch((error: unknown) =>
        this.#log.warn({ err: error, keys: uses.size }, 'storing the last use of API keys failed; it is dropped'),
      );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
