import { BlockList, isIP } from 'node:net';

// Ranges that are not the internet (IANA special-purpose registries, RFC 6890).

const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Everything else is local, multicast, translated from IPv4 or not assigned. */
const PUBLIC_IPV6 = '2000::/3';
/** Within it: protocol assignments and tunnels, 6to4, documentation. */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function buildList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

const notPublic4 = buildList(NOT_PUBLIC_IPV4, 'ipv4');
const public6 = buildList([PUBLIC_IPV6], 'ipv6');
const notPublic6 = buildList(NOT_PUBLIC_IPV6, 'ipv6');

/** Whether an address is one of the internet. Anything that is not an address is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  if (family === 6) return public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
  return false;
}
