import { BlockList, isIP } from 'node:net';

const LOOPBACK = ['127.0.0.0/8', '::1'];
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Returns an IPv4 address in plain form, even if an IPv6 socket reports it mapped. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, '');
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  const isRange = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
  if (family === 0 || rest.length > 0 || (bits !== undefined && !isRange))
    throw new Error(`no address or range: ${entry}`);
  list.addSubnet(address, bits === undefined ? longest : Number(bits), family === 6 ? 'ipv6' : 'ipv4');
}

/** Creates a check for addresses and ranges (10.0.0.0/8, 2001:db8::/32); an empty list allows this machine only. */
export function createAllowList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries.length > 0 ? entries : LOOPBACK) addEntry(list, entry);
  return (address) => {
    const family = isIP(plainAddress(address));
    return family !== 0 && list.check(plainAddress(address), family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Creates the check for TCP proxies; undefined: devices connect without a proxy. */
export function createProxyList(entries: readonly string[]): ((address: string) => boolean) | undefined {
  return entries.length === 0 ? undefined : createAllowList(entries);
}
