import type { Log } from '../../platform/log.ts';
import type { Door, Rejection } from '../device-message.ts';
import type { Client } from './client.ts';
import { RefusalLog, type Refusal, type RefusalReason } from './refusal-log.ts';

export interface RefusalOptions {
  readonly door: Door;
  readonly log: Log;
  readonly now: () => number;
  /** Called for every refusal; the log names each client and reason once a minute. */
  readonly onRefused?: (refusal: Refusal) => void;
}

/** Refusals of clients that have signed in and lost a message, a subscription or their connection. */
const KEPT: Partial<Readonly<Record<RefusalReason, Rejection['reason']>>> = {
  'foreign-topic': 'foreign-topic',
  'foreign-subscription': 'foreign-subscription',
  'too-large': 'too-large',
};

/** Logs what was refused, and keeps it as rejected where the company and the builder of the device should see it. */
export class Refusals {
  readonly #options: RefusalOptions;
  readonly #log: RefusalLog;

  constructor(options: RefusalOptions) {
    this.#options = options;
    this.#log = new RefusalLog(options.log);
  }

  report(
    { clientId, username, address }: Pick<Refusal, 'clientId' | 'username' | 'address'>,
    why: RefusalReason,
    topic?: string,
  ): void {
    const refusal: Refusal = { clientId, username, address, why, ...(topic !== undefined && { topic }) };
    this.#log.write(refusal, this.#options.now());
    this.#options.onRefused?.(refusal);
  }

  /** Also keeps it. The client gets no acknowledgement, so nothing waits for the storage. */
  keep(client: Client, why: RefusalReason, topic?: string, payload: Uint8Array = new Uint8Array()): void {
    this.report(client, why, topic);
    const { door, log, now } = this.#options;
    const reason = KEPT[why];
    const { clientId: sender, link, uids } = client;
    if (reason === undefined || uids.size === 0) return;
    // A relay speaks for several devices: which of them it was about is not known.
    const [uid = null] = uids.size === 1 ? uids : [];
    const rejection = {
      reason,
      detail: topic ?? '',
      link,
      receivedAt: now(),
      uid,
      sender,
      topic: topic ?? '',
      payload,
    };
    door.refuse(rejection).catch((error: unknown) => log.debug({ err: error, why }, 'a refusal could not be kept'));
  }

  close(): void {
    this.#log.close();
  }
}
