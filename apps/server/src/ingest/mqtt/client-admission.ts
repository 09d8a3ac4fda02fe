import type { Log } from '../../platform/log.ts';
import {
  findClientId,
  findWillUid,
  formatClientId,
  listUids,
  type ClientAccount,
  type Credentials,
} from './client-account.ts';
import type { Client } from './client.ts';
import { FailedAttempts } from './failed-attempts.ts';
import type { RefusalReason } from './refusal-log.ts';

export interface AdmissionOptions {
  readonly credentials: Credentials;
  readonly log: Log;
  readonly now: () => number;
  readonly onRefused: (client: Client, why: RefusalReason, topic?: string) => void;
}

/** Return codes in the CONNACK of MQTT 3.1.1. */
export const CONNACK_CODES = {
  'client-id': 2,
  unavailable: 3,
  'wrong-password': 4,
  'last-will': 5,
  'too-many-attempts': 5,
} as const;

export type ConnackCode = (typeof CONNACK_CODES)[keyof typeof CONNACK_CODES];

/** Authenticates clients. */
export class ClientAdmission {
  readonly #options: AdmissionOptions;
  readonly #attempts = new FailedAttempts();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Signs the client in, or returns the code of the refusal. */
  async admit(client: Client, password: string): Promise<ConnackCode | null> {
    const { network, clientId, username } = client;
    const { now, log } = this.#options;
    const expected = findClientId(username);
    if (expected === null) return this.#refuseLogin(client);
    if (clientId !== expected) return this.#refuse(client, 'client-id');
    if (this.#attempts.isBlocked(network, username, now())) return this.#refuse(client, 'too-many-attempts');
    try {
      const account = await this.#verify(client, password);
      if (account === null || formatClientId(account) !== clientId) return this.#refuseLogin(client);
      return this.#signIn(client, account);
    } catch (error) {
      log.debug({ err: error, clientId }, 'an MQTT client could not be checked');
      return CONNACK_CODES.unavailable;
    }
  }

  async #verify(client: Client, password: string): Promise<ClientAccount | null> {
    const { clientId, username } = client;
    for (;;) {
      client.mustCheckAgain = false;
      const account = await this.#options.credentials.verify({ clientId, username, password });
      if (!client.mustCheckAgain) return account;
    }
  }

  #signIn(client: Client, account: ClientAccount): ConnackCode | null {
    const { willTopic, network, username } = client;
    const willUid = willTopic === null ? null : findWillUid(listUids(account), willTopic);
    if (willTopic !== null && willUid === null) return this.#refuse(client, 'last-will', willTopic);
    this.#attempts.countSuccess(network, username);
    client.signIn(account, willUid);
    return null;
  }

  #refuseLogin(client: Client): ConnackCode {
    this.#attempts.countFailure(client.network, client.username, this.#options.now());
    return this.#refuse(client, 'wrong-password');
  }

  #refuse(client: Client, why: keyof typeof CONNACK_CODES & RefusalReason, topic?: string): ConnackCode {
    this.#options.onRefused(client, why, topic);
    return CONNACK_CODES[why];
  }
}
