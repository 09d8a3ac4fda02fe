import type { Log } from '../../platform/log.ts';

/** A client or what it wanted was turned away. */
export interface Refusal {
  readonly clientId: string;
  readonly username: string;
  readonly address: string;
  readonly why: RefusalReason;
  /** The topic it wanted to publish or subscribe to. */
  readonly topic?: string;
}

export type RefusalReason =
  | 'wrong-password'
  | 'client-id'
  | 'too-many-attempts'
  | 'foreign-topic'
  | 'foreign-subscription'
  | 'last-will'
  | 'protocol-version'
  | 'too-large'
  | 'too-many-messages';

const LINES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const MAX_TEXT = 100;

/** Names every refusal until there are too many of them; then it only says how many more there were. */
export class RefusalLog {
  readonly #log: Log;
  #minuteAt = 0;
  #lines = 0;
  #untold = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  write(refusal: Refusal, now: number): void {
    if (now - this.#minuteAt >= MINUTE_MS) this.#beginMinute(now);
    if (this.#lines >= LINES_PER_MINUTE) {
      this.#untold += 1;
      return;
    }
    this.#lines += 1;
    this.#log.warn(shorten(refusal), 'an MQTT client was refused');
  }

  #beginMinute(now: number): void {
    if (this.#untold > 0) this.#log.warn({ refusals: this.#untold }, 'more MQTT clients were refused');
    this.#minuteAt = now;
    this.#lines = 0;
    this.#untold = 0;
  }
}

/** These texts come from whoever connects. */
function shorten(refusal: Refusal): Record<string, string> {
  return Object.fromEntries(Object.entries(refusal).map(([name, text]) => [name, String(text).slice(0, MAX_TEXT)]));
}
