/** An action at a given time. */
export interface TimelineEntry {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  isCancelled: boolean;
}

const LONGEST_SLEEP_MS = 60_000;

function isBefore(left: TimelineEntry, right: TimelineEntry): boolean {
  return left.at === right.at ? left.order < right.order : left.at < right.at;
}

/**
 * A scheduler with one heap and one timer. In real time it follows the clock; in a replay, time jumps from entry to
 * entry. Entries of the same time run in the order of planning.
 */
export class Timeline {
  readonly #clock: () => number;
  readonly #computeWaitMs: (at: number, now: number) => number;
  readonly #heap: TimelineEntry[] = [];
  #order = 0;
  #replayedTo: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isRunning = false;
  #isStopped = false;

  /** With `startAt` the time stands still there until `replay` or `start`. */
  constructor(
    clock: () => number,
    startAt: number | null = null,
    computeWaitMs = (at: number, now: number) => at - now,
  ) {
    this.#clock = clock;
    this.#replayedTo = startAt;
    this.#computeWaitMs = computeWaitMs;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isReplaying(): boolean {
    return this.#replayedTo !== null;
  }

  now(): number {
    return this.#replayedTo ?? this.#clock();
  }

  /** A time in the past runs as soon as possible. Times are whole milliseconds, as on the wire. */
  plan(at: number, run: () => void): TimelineEntry {
    const entry = { at: Math.round(at), order: this.#order, run, isCancelled: false };
    this.#order += 1;
    this.#push(entry);
    if (this.#isRunning && this.#heap[0] === entry) this.#arm();
    return entry;
  }

  /** Jumps from entry to entry up to `until`; `pause` may delay each one. */
  async replay(until: number, pause: () => Promise<void> | null): Promise<void> {
    for (let next = this.#peek(); next && next.at <= until; next = this.#peek()) {
      const waiting = pause();
      if (waiting) await waiting;
      if (this.#isStopped) return;
      this.#pop();
      this.#replayedTo = Math.max(this.now(), next.at);
      next.run();
    }
    this.#replayedTo = Math.max(this.now(), until);
  }

  /** Follows the clock from now on. */
  start(): void {
    this.#replayedTo = null;
    this.#isRunning = true;
    this.#arm();
  }

  /** Stops for good: planned entries never run. */
  stop(): void {
    this.#isRunning = false;
    this.#isStopped = true;
    this.#replayedTo = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const next = this.#peek();
    if (!next) return;
    const waitMs = Math.min(LONGEST_SLEEP_MS, Math.max(0, this.#computeWaitMs(next.at, this.now())));
    this.#timer = setTimeout(() => this.#runDue(), waitMs);
  }

  #runDue(): void {
    const now = this.now();
    for (let next = this.#peek(); this.#isRunning && next && next.at <= now; next = this.#peek()) {
      this.#pop();
      next.run();
    }
    if (this.#isRunning) this.#arm();
  }

  #peek(): TimelineEntry | undefined {
    while (this.#heap[0]?.isCancelled) this.#pop();
    return this.#heap[0];
  }

  #push(entry: TimelineEntry): void {
    let at = this.#heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#heap[parent];
      if (!above || !isBefore(entry, above)) break;
      this.#heap[at] = above;
      at = parent;
    }
    this.#heap[at] = entry;
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [first, second] = [this.#heap[left], this.#heap[left + 1]];
      if (!first) break;
      const [child, smaller] = second && isBefore(second, first) ? [left + 1, second] : [left, first];
      if (!isBefore(smaller, last)) break;
      this.#heap[at] = smaller;
      at = child;
    }
    this.#heap[at] = last;
  }
}
