import type { Log } from '../../platform/log.ts';
import { SampledLog } from '../../platform/sampled-log.ts';

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
  | 'too-many-connections'
  | 'too-many-messages'
  | 'too-many-packets';

const MAX_TEXT = 100;

/** Names each client and reason once a minute, with a count of the repeats. */
export class RefusalLog {
  readonly #sampled: SampledLog;

  constructor(log: Log) {
    this.#sampled = new SampledLog((fields) => log.warn(fields, 'an MQTT client was refused'));
  }

  write(refusal: Refusal, now: number): void {
    const fields = shorten(refusal);
    this.#sampled.note(`${refusal.why} ${refusal.clientId === '' ? refusal.address : fields['clientId']}`, fields, now);
  }

  close(): void {
    this.#sampled.flush();
  }
}

/** The client chooses these texts. */
function shorten(refusal: Refusal): Record<string, string> {
  return Object.fromEntries(Object.entries(refusal).map(([name, text]) => [name, String(text).slice(0, MAX_TEXT)]));
}
