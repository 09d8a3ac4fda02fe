import type { Log } from '../../platform/log.ts';
import {
  findClientId,
  findWillUid,
  formatClientId,
  listUids,
  type ClientAccount,
  type Credentials,
} from './client-account.ts';
import type { ClientSession } from './client-session.ts';
import { FailedAttempts } from './failed-attempts.ts';
import type { RefusalReason } from './refusal-log.ts';

export interface AdmissionOptions {
  readonly credentials: Credentials;
  readonly log: Log;
  readonly now: () => number;
  readonly onRefused: (session: ClientSession, why: RefusalReason, topic?: string) => void;
}

/** What the CONNACK of MQTT 3.1.1 says. */
export const CONNACK_CODES = {
  'client-id': 2,
  unavailable: 3,
  'wrong-password': 4,
  'last-will': 5,
  'too-many-attempts': 5,
} as const;

export type ConnackCode = (typeof CONNACK_CODES)[keyof typeof CONNACK_CODES];

/** Decides who may connect, and as whom. */
export class ClientAdmission {
  readonly #options: AdmissionOptions;
  readonly #attempts = new FailedAttempts();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Signs the session in, or answers why not. */
  async admit(session: ClientSession, password: string): Promise<ConnackCode | null> {
    const { network, clientId, username } = session;
    const { now, log } = this.#options;
    const expected = findClientId(username);
    if (expected === null) return this.#refuseLogin(session);
    if (clientId !== expected) return this.#refuse(session, 'client-id');
    if (this.#attempts.isBlocked(network, username, now())) return this.#refuse(session, 'too-many-attempts');
    try {
      const account = await this.#verify(session, password);
      if (account === null || formatClientId(account) !== clientId) return this.#refuseLogin(session);
      return this.#signIn(session, account);
    } catch (error) {
      log.debug({ err: error, clientId }, 'an MQTT client could not be checked');
      return CONNACK_CODES.unavailable;
    }
  }

  async #verify(session: ClientSession, password: string): Promise<ClientAccount | null> {
    const { clientId, username } = session;
    for (;;) {
      session.mustCheckAgain = false;
      const account = await this.#options.credentials.verify({ clientId, username, password });
      if (!session.mustCheckAgain) return account;
    }
  }

  #signIn(session: ClientSession, account: ClientAccount): ConnackCode | null {
    const { willTopic, network, username } = session;
    const willUid = willTopic === null ? null : findWillUid(listUids(account), willTopic);
    if (willTopic !== null && willUid === null) return this.#refuse(session, 'last-will', willTopic);
    this.#attempts.countSuccess(network, username);
    session.signIn(account, willUid);
    return null;
  }

  #refuseLogin(session: ClientSession): ConnackCode {
    this.#attempts.countFailure(session.network, session.username, this.#options.now());
    return this.#refuse(session, 'wrong-password');
  }

  #refuse(session: ClientSession, why: keyof typeof CONNACK_CODES & RefusalReason, topic?: string): ConnackCode {
    this.#options.onRefused(session, why, topic);
    return CONNACK_CODES[why];
  }
}
