import { addressKey } from '../platform/http/address-key.ts';
import { RateLimit } from './rate-limit.ts';

interface Counted {
  readonly isAdmitted: boolean;
}

interface Address {
  readonly open: Set<Counted>;
  readonly opened: RateLimit;
}

/** At most this share of an address's connections may still wait to be let in. */
const PENDING_SHARE = 0.25;
/** In this time an address may open all its connections once more. */
const REOPEN_S = 20;

/** Counts the WebSockets of each address, open and opened lately; an IPv6 /64 counts as one. */
export class AddressLimits {
  readonly #most: number;
  readonly #addresses = new Map<string, Address>();

  /** `most` 0 switches the limits off. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the address may open one more; then it counts as opened. */
  take(address: string, now: number): boolean {
    if (this.#most === 0) return true;
    const { open, opened } = this.#find(address, now);
    const pending = [...open].filter(({ isAdmitted }) => !isAdmitted);
    return open.size < this.#most && pending.length < Math.ceil(this.#most * PENDING_SHARE) && opened.take(1, now);
  }

  /** Counts the connection as open until the answer is called. */
  add(address: string, connection: Counted, now: number): () => void {
    const { open } = this.#find(address, now);
    open.add(connection);
    return () => open.delete(connection);
  }

  forgetIdle(now: number): void {
    for (const [key, { open, opened }] of this.#addresses)
      if (open.size === 0 && opened.isFull(now)) this.#addresses.delete(key);
  }

  #find(address: string, now: number): Address {
    const key = addressKey(address);
    const found = this.#addresses.get(key) ?? {
      open: new Set(),
      opened: new RateLimit({ burst: this.#most, perS: this.#most / REOPEN_S }, now),
    };
    this.#addresses.set(key, found);
    return found;
  }
}
