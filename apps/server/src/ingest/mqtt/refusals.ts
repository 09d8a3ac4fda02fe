import type { Log } from '../../platform/log.ts';
import { SampledLog } from '../../platform/sampled-log.ts';
import type { Door, Rejection } from '../device-message.ts';
import type { Client } from './client.ts';

/** A refused client, or its refused message or subscription. */
export interface Refusal {
  readonly clientId: string;
  readonly username: string;
  readonly address: string;
  readonly why: RefusalReason;
  /** The topic of the publication, the subscription or the last will. */
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

/** Refusals that are also stored as rejected, because the company and the device's developer should see them. */
type StoredReason = RefusalReason & Rejection['reason'];

export interface RefusalOptions {
  readonly door: Door;
  readonly log: Log;
  readonly now: () => number;
  /** Called for every refusal; the log names each client and reason once a minute. */
  readonly onRefused?: (refusal: Refusal) => void;
}

const MAX_TEXT = 100;

/** Reports refusals to the log and to the rejected messages. */
export class Refusals {
  readonly #options: RefusalOptions;
  readonly #sampled: SampledLog;

  constructor(options: RefusalOptions) {
    this.#options = options;
    this.#sampled = new SampledLog((fields) => options.log.warn(fields, 'an MQTT client was refused'));
  }

  report({ clientId, username, address }: Omit<Refusal, 'why' | 'topic'>, why: RefusalReason, topic?: string): void {
    const refusal: Refusal = { clientId, username, address, why, ...(topic !== undefined && { topic }) };
    const fields = shorten(refusal);
    this.#sampled.note(`${why} ${clientId === '' ? address : fields['clientId']}`, fields, this.#options.now());
    this.#options.onRefused?.(refusal);
  }

  /** Reports and stores it. The client gets no acknowledgement, so nothing waits for the storage. */
  store(client: Client, why: StoredReason, topic?: string, payload: Uint8Array = new Uint8Array()): void {
    this.report(client, why, topic);
    const { door, log, now } = this.#options;
    const { clientId: sender, link, uids } = client;
    if (uids.size === 0) return;
    // The message of a relay may belong to any of its devices.
    const [uid = null] = uids.size === 1 ? uids : [];
    const about = { detail: topic ?? '', topic: topic ?? '', payload };
    door
      .refuse({ reason: why, link, receivedAt: now(), uid, sender, ...about })
      .catch((error: unknown) => log.debug({ err: error, why }, 'storing a refusal failed; it is only logged'));
  }

  close(): void {
    this.#sampled.flush();
  }
}

/** The client chooses these texts. */
function shorten(refusal: Refusal): Record<string, string> {
  return Object.fromEntries(Object.entries(refusal).map(([name, text]) => [name, String(text).slice(0, MAX_TEXT)]));
}
