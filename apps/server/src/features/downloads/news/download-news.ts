import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import type { Log } from '../../../platform/log.ts';
import { TELL_EVERY_MS } from '../download-rules.ts';
import { tellUntold } from './tell-downloads.ts';

/** Sends delayed download events to the consoles once their minimum interval has passed. */
export class DownloadNews {
  readonly #database: Database;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> | undefined;
  #isClosed = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Schedules the delayed events. */
  hear(): void {
    if (this.#isClosed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#telling = this.#tell();
    }, TELL_EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#telling;
  }

  async #tell(): Promise<void> {
    try {
      if (await this.#database.change(systemOrigin('downloads'), tellUntold)) this.hear();
    } catch (error) {
      this.#log.info({ err: error }, 'download notification failed; retrying on the next poll');
    }
  }
}
