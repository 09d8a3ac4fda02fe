import { addressKey } from '../platform/http/address-key.ts';

interface Counted {
  readonly isAdmitted: boolean;
}

/** At most this share of an address's connections may still wait to be let in. */
const PENDING_SHARE = 0.25;

/** Counts the open WebSockets of each address; an IPv6 /64 counts as one. */
export class AddressLimits {
  readonly #most: number;
  readonly #open = new Map<string, Set<Counted>>();

  /** `most` 0 switches the limit off. */
  constructor(most: number) {
    this.#most = most;
  }

  hasRoom(address: string): boolean {
    if (this.#most === 0) return true;
    const open = [...(this.#open.get(addressKey(address)) ?? [])];
    const pending = open.filter(({ isAdmitted }) => !isAdmitted);
    return open.length < this.#most && pending.length < Math.ceil(this.#most * PENDING_SHARE);
  }

  /** Counts the connection until the answer is called. */
  add(address: string, connection: Counted): () => void {
    const key = addressKey(address);
    const open = this.#open.get(key) ?? new Set();
    this.#open.set(key, open.add(connection));
    return () => {
      open.delete(connection);
      if (open.size === 0 && this.#open.get(key) === open) this.#open.delete(key);
    };
  }
}
