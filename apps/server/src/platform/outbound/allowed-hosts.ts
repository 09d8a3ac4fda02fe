import { isIP } from 'node:net';
import { createAddressCheck } from '../http/address-list.ts';

const isRange = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0;

/** Hosts and ranges that requests may reach although they are private. */
export class AllowedHosts {
  readonly isEmpty: boolean;
  readonly #names: ReadonlySet<string>;
  readonly #isInRange: ((address: string) => boolean) | undefined;

  /** Each entry is an address, a range or the name of a host. */
  constructor(entries: readonly string[]) {
    this.isEmpty = entries.length === 0;
    this.#names = new Set(entries.filter((entry) => !isRange(entry)).map((name) => name.toLowerCase()));
    this.#isInRange = createAddressCheck(entries.filter(isRange));
  }

  hasName(host: string): boolean {
    return this.#names.has(host.toLowerCase());
  }

  hasAddress(address: string): boolean {
    return this.#isInRange?.(address) ?? false;
  }
}

export const ALL_HOSTS = new AllowedHosts(['0.0.0.0/0', '::/0']);
