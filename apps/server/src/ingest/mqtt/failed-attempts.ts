import { addressKey } from '../../platform/http/address-key.ts';

// Backoff after wrong passwords. The failures of one client do not block its neighbours, because many devices share the
// address of a mobile operator. Only an address with very many failures is blocked, except for clients that signed in before.

interface Failures {
  count: number;
  blockedUntil: number;
}

interface Patience {
  readonly free: number;
  readonly longestWaitMs: number;
}

const WITH_CLIENT: Patience = { free: 5, longestWaitMs: 300_000 };
const WITH_ADDRESS: Patience = { free: 200, longestWaitMs: 10_000 };
const FIRST_WAIT_MS = 1_000;
const FORGOTTEN_AFTER_MS = 300_000;
const MAX_REMEMBERED = 20_000;

export class FailedAttempts {
  readonly #failures = new Map<string, Failures>();
  readonly #known = new Set<string>();

  isBlocked(address: string, username: string, now: number): boolean {
    const client = formatKey(address, username);
    if (this.#isWaiting(client, now)) return true;
    return !this.#known.has(client) && this.#isWaiting(addressKey(address), now);
  }

  countFailure(address: string, username: string, now: number): void {
    this.#count(formatKey(address, username), WITH_CLIENT, now);
    this.#count(addressKey(address), WITH_ADDRESS, now);
  }

  countSuccess(address: string, username: string): void {
    const client = formatKey(address, username);
    this.#failures.delete(client);
    this.#known.delete(client);
    this.#known.add(client);
    forgetOldest(this.#known);
  }

  #isWaiting(key: string, now: number): boolean {
    return now < (this.#failures.get(key)?.blockedUntil ?? 0);
  }

  #count(key: string, { free, longestWaitMs }: Patience, now: number): void {
    const before = this.#failures.get(key);
    const isOver = before === undefined || now > before.blockedUntil + FORGOTTEN_AFTER_MS;
    const count = isOver ? 1 : before.count + 1;
    const waitMs = count <= free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - free - 1), longestWaitMs);
    this.#failures.delete(key);
    this.#failures.set(key, { count, blockedUntil: now + waitMs });
    forgetOldest(this.#failures);
  }
}

function formatKey(address: string, username: string): string {
  return `${addressKey(address)} ${username.slice(0, 64)}`;
}

function forgetOldest(remembered: Map<string, unknown> | Set<string>): void {
  if (remembered.size <= MAX_REMEMBERED) return;
  for (const oldest of remembered.keys()) {
    remembered.delete(oldest);
    return;
  }
}
