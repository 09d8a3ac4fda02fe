import { addressKey } from '../../platform/http/limits/address-key.ts';
import { RateLimit } from './rate-limit.ts';

interface Counted {
  readonly isAdmitted: boolean;
}

interface Address {
  readonly open: Set<Counted>;
  readonly opened: RateLimit;
}

/** Share of an address's connections that may wait for admission at the same time. */
const PENDING_SHARE = 0.25;
/** An address may reopen all its connections within this time. */
const REOPEN_S = 20;

/** Limits open and recently opened WebSockets per address; an IPv6 /64 counts as one address. */
export class AddressLimits {
  readonly #most: number;
  readonly #addresses = new Map<string, Address>();

  /** `most` 0 disables the limits. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an attempt to open a connection; false when the address is over its limit. */
  take(address: string, now: number): boolean {
    if (this.#most === 0) return true;
    const { open, opened } = this.#find(address, now);
    const pending = [...open].filter(({ isAdmitted }) => !isAdmitted);
    return open.size < this.#most && pending.length < Math.ceil(this.#most * PENDING_SHARE) && opened.take(1, now);
  }

  /** Counts the connection as open until the returned function is called. */
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
