import { BlockList, isIP } from 'node:net';

/** Networks that are not the internet: a stored address must not make the server call into its own network. */
const OWN = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  OWN.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  OWN.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is private, link-local, or otherwise not of the internet; a text that is no address is. */
export function isOwnNetwork(address: string): boolean {
  const [bare = ''] = address.split('%');
  const family = isIP(bare);
  return family === 0 || OWN.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}
