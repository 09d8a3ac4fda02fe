type Fields = Readonly<Record<string, unknown>>;

const MINUTE_MS = 60_000;
const LINES_PER_MINUTE = 60;

interface Repeated {
  readonly fields: Fields;
  count: number;
}

/**
 * Writes the first event of each key immediately and counts its repeats, which get one line at the end of the minute.
 * Beyond 60 keys a minute it only counts, so that no sender can fill a disk.
 */
export class SampledLog {
  readonly #write: (fields: Fields) => void;
  readonly #seen = new Map<string, Repeated>();
  #minuteAt = -Infinity;
  #others = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (fields: Fields) => void) {
    this.#write = write;
  }

  note(key: string, fields: Fields, now: number): void {
    if (now - this.#minuteAt >= MINUTE_MS) this.#beginMinute(now);
    const seen = this.#seen.get(key);
    if (!seen && this.#seen.size < LINES_PER_MINUTE) {
      this.#seen.set(key, { fields, count: 0 });
      this.#write(fields);
      return;
    }
    if (seen) seen.count += 1;
    else this.#others += 1;
    this.#timer ??= setTimeout(() => this.flush(), MINUTE_MS).unref();
  }

  /** Writes the counts so far. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { fields, count } of this.#seen.values()) if (count > 0) this.#write({ ...fields, repeats: count });
    if (this.#others > 0) this.#write({ others: this.#others });
    this.#seen.clear();
    this.#others = 0;
    this.#minuteAt = -Infinity;
  }

  #beginMinute(now: number): void {
    this.flush();
    this.#minuteAt = now;
  }
}
