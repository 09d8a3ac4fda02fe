import type { UserId } from '@waymark/domain/ids';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import { within } from '../../within.ts';

const IDS_PER_BLOCK = 50; // the increment of the sequence error_log_id
const FLUSH_MS = 50;
const MAX_WAITING = 10_000;
/** A failure must be answered even if the database does not respond. */
const REFILL_MS = 1000;

export interface ErrorEntry {
  readonly userId: UserId | null;
  readonly route: string;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
}

/**
 * Gives every failure its log id immediately and writes rows in batches, so that many failures cost the database
 * little. Ids come in blocks from a sequence; without a database they are clock milliseconds that only the structured
 * log has.
 */
export class ErrorLog {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  #waiting: Array<ErrorEntry & { id: number; at: Date }> = [];
  #ids: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #refilling: Promise<boolean> | undefined;
  #lastOwnId = 0;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  async record(entry: ErrorEntry): Promise<number> {
    const id = await this.issueId();
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ ...entry, id, at: new Date() });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
    return id;
  }

  /** Writes the pending rows; a batch that the database refuses is logged and dropped. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 0) this.#flushing = this.#flushing.then(() => this.#write(batch));
    return this.#flushing;
  }

  async #write(batch: readonly (ErrorEntry & { id: number; at: Date })[]): Promise<void> {
    const column = <Key extends keyof (typeof batch)[number]>(key: Key) => batch.map((entry) => entry[key]);
    await this.#pool
      .query(
        `insert into error_log (id, at, user_id, route, status, code, message, request_id)
         select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[])
         on conflict (id) do nothing`,
        [
          column('id'),
          column('at'),
          column('userId'),
          column('route'),
          column('status'),
          column('code'),
          column('message').map((message) => message.replaceAll('\u0000', '').slice(0, 20_000)),
          column('requestId'),
        ],
      )
      .catch((error: unknown) =>
        this.#log.warn({ err: error, rows: batch.length }, 'storing error log rows failed; they are dropped'),
      );
  }

  /** Returns a log id without storing a row, for failures that are only counted. */
  async issueId(): Promise<number> {
    for (;;) {
      const id = this.#ids.shift();
      if (id !== undefined) return id;
      if (await within(REFILL_MS, this.#refill())) continue;
      this.#lastOwnId = Math.max(this.#lastOwnId + 1, Date.now());
      return this.#lastOwnId;
    }
  }

  /** Fetches the next block of ids; false when the database returned none. */
  #refill(): Promise<boolean> {
    this.#refilling ??= this.#pool
      .query<{ id: number }>("select nextval('error_log_id')::bigint as id")
      .then((answer) => {
        const first = answer.rows[0]?.id;
        if (first !== undefined) this.#ids = Array.from({ length: IDS_PER_BLOCK }, (_, index) => first + index);
        return first !== undefined;
      })
      .catch(() => false)
      .finally(() => (this.#refilling = undefined));
    return this.#refilling;
  }
}
