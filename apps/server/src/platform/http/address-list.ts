import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Builds a check for addresses and ranges; undefined: the list is empty and allows every address. */
export function createAddressCheck(list: readonly string[]): ((address: string) => boolean) | undefined {
  if (list.length === 0) return undefined;
  const allowed = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) allowed.addAddress(address, familyOf(address));
    else allowed.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const [bare = ''] = address.split('%');
    // An IPv4 caller on a dual-stack socket has the address ::ffff:192.0.2.7, which matches the IPv4 entries.
    return isIP(bare) !== 0 && allowed.check(bare, familyOf(bare));
  };
}
