import { formatDeviceClientId, formatRelayClientId, parseClientId } from '@waymark/device-protocol/mqtt/access';
import { formatUplinkTopic, MAX_UID, parseNumber } from '@waymark/device-protocol/mqtt/topic';
import type { Uid } from '@waymark/domain/ids';
import { addressKey } from '../../platform/http/limits/address-key.ts';
import type { Log } from '../../platform/log.ts';
import type { Client } from './client.ts';
import type { RefusalReason } from './refusals.ts';

/** Account of a valid credential; `issuedAt` identifies the credential, `verifiedAt` orders connections of the client. */
export type ClientAccount = { readonly issuedAt: number; readonly verifiedAt: number } & (
  | { readonly kind: 'device'; readonly uid: Uid }
  | { readonly kind: 'relay'; readonly name: string; readonly uids: ReadonlySet<Uid> }
);

export interface Login {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

export interface Credentials {
  /** Returns null for an unknown credential. Rejects when the credential could not be looked up. */
  verify(login: Login): Promise<ClientAccount | null>;
}

export interface SignInOptions {
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

export type SignInFault = keyof typeof CONNACK_CODES;

/** Authenticates clients. A device's username is its uid; a relay's is its client id. */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #attempts = new FailedAttempts();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /** Signs the client in, or returns why it is refused. */
  async signIn(client: Client, password: string): Promise<SignInFault | null> {
    const { network, clientId, username } = client;
    const { now, log } = this.#options;
    const expected = findClientId(username);
    if (expected === null) return this.#refuseLogin(client);
    if (clientId !== expected) return this.#refuse(client, 'client-id');
    if (this.#attempts.isBlocked(network, username, now())) return this.#refuse(client, 'too-many-attempts');
    try {
      const account = await this.#verify(client, password);
      if (account === null || formatClientId(account) !== clientId) return this.#refuseLogin(client);
      return this.#accept(client, account);
    } catch (error) {
      log.debug({ err: error, clientId }, 'checking the credential of an MQTT client failed; the client is refused');
      return 'unavailable';
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

  #accept(client: Client, account: ClientAccount): SignInFault | null {
    const { willTopic, network, username } = client;
    const uids = account.kind === 'device' ? new Set([account.uid]) : account.uids;
    const willUid = willTopic === null ? null : findWillUid(uids, willTopic);
    if (willTopic !== null && willUid === null) return this.#refuse(client, 'last-will', willTopic);
    this.#attempts.countSuccess(network, username);
    client.signIn({ ...account, uids, link: account.kind === 'relay' ? 'bluetooth' : 'cellular' });
    if (willUid !== null) client.onlineUids.add(willUid);
    return null;
  }

  #refuseLogin(client: Client): SignInFault {
    this.#attempts.countFailure(client.network, client.username, this.#options.now());
    return this.#refuse(client, 'wrong-password');
  }

  #refuse(client: Client, why: SignInFault & RefusalReason, topic?: string): SignInFault {
    this.#options.onRefused(client, why, topic);
    return why;
  }
}

function formatClientId(account: ClientAccount): string {
  return account.kind === 'device' ? formatDeviceClientId(account.uid) : formatRelayClientId(account.name);
}

/** The only client id that a username may use; null when no client has such a username. */
function findClientId(username: string): string | null {
  const uid = parseNumber(username, 1, MAX_UID);
  if (uid !== null) return formatDeviceClientId(uid);
  return parseClientId(username)?.kind === 'relay' ? username : null;
}

/** The device whose loss a last will announces: a client may register one for its own `up/status` only. */
function findWillUid(uids: ReadonlySet<Uid>, topic: string): number | null {
  const uid = parseNumber(topic.split('/')[2] ?? '', 1, MAX_UID);
  return uid !== null && uids.has(uid) && topic === formatUplinkTopic(uid, 'status') ? uid : null;
}

interface Backoff {
  /** Failures without a wait. */
  readonly free: number;
  readonly maxWaitMs: number;
}

const CLIENT_BACKOFF: Backoff = { free: 5, maxWaitMs: 300_000 };
const ADDRESS_BACKOFF: Backoff = { free: 200, maxWaitMs: 10_000 };
const FIRST_WAIT_MS = 1_000;
const EXPIRES_AFTER_MS = 300_000;
const MAX_ENTRIES = 20_000;

/**
 * Backoff after wrong passwords. Many devices share the address of a mobile operator, so the failures of one client do not
 * block the others. An address is blocked after very many failures, except for clients that have signed in from it.
 */
export class FailedAttempts {
  readonly #failures = new Map<string, { readonly count: number; readonly blockedUntil: number }>();
  readonly #known = new Set<string>();

  isBlocked(address: string, username: string, now: number): boolean {
    const client = formatKey(address, username);
    return this.#isWaiting(client, now) || (!this.#known.has(client) && this.#isWaiting(addressKey(address), now));
  }

  countFailure(address: string, username: string, now: number): void {
    this.#count(formatKey(address, username), CLIENT_BACKOFF, now);
    this.#count(addressKey(address), ADDRESS_BACKOFF, now);
  }

  countSuccess(address: string, username: string): void {
    const client = formatKey(address, username);
    this.#failures.delete(client);
    this.#known.delete(client);
    this.#known.add(client);
    dropOldest(this.#known);
  }

  #isWaiting(key: string, now: number): boolean {
    return now < (this.#failures.get(key)?.blockedUntil ?? 0);
  }

  #count(key: string, { free, maxWaitMs }: Backoff, now: number): void {
    const before = this.#failures.get(key);
    const count = before && now <= before.blockedUntil + EXPIRES_AFTER_MS ? before.count + 1 : 1;
    const waitMs = count <= free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - free - 1), maxWaitMs);
    this.#failures.delete(key);
    this.#failures.set(key, { count, blockedUntil: now + waitMs });
    dropOldest(this.#failures);
  }
}

function formatKey(address: string, username: string): string {
  return `${addressKey(address)} ${username.slice(0, 64)}`;
}

function dropOldest(entries: Map<string, unknown> | Set<string>): void {
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
}
