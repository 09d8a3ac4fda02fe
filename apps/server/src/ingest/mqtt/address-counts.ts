export interface AddressLimits {
  /** Many devices share the address of a mobile operator, so this is high. 0 for no limit. */
  readonly maxPerAddress: number;
  /** Connections that have not signed in yet. After a restart all devices of an operator come back at once. */
  readonly maxPendingPerAddress: number;
}

export interface CountedConnection {
  readonly signedIn: () => void;
  readonly ended: () => void;
}

/** Counts the connections of each address, or of each /64 network of IPv6. */
export class AddressCounts {
  readonly #limits: AddressLimits;
  readonly #open = new Map<string, number>();
  readonly #pending = new Map<string, number>();

  constructor(limits: AddressLimits) {
    this.#limits = limits;
  }

  isFull(key: string): boolean {
    const { maxPerAddress, maxPendingPerAddress } = this.#limits;
    if ((this.#pending.get(key) ?? 0) >= maxPendingPerAddress) return true;
    return maxPerAddress > 0 && (this.#open.get(key) ?? 0) >= maxPerAddress;
  }

  /** Counts a new connection. The caller reports once each that it has signed in and that it has ended. */
  add(key: string): CountedConnection {
    let isPending = true;
    count(this.#open, key, 1);
    count(this.#pending, key, 1);
    const signedIn = (): void => {
      if (isPending) count(this.#pending, key, -1);
      isPending = false;
    };
    const ended = (): void => {
      signedIn();
      count(this.#open, key, -1);
    };
    return { signedIn, ended };
  }
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}
