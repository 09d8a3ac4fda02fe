import { isIPv6, SocketAddress } from 'node:net';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
const PREFIX_GROUPS = 4;

/** Writes out all eight groups of an IPv6 address without its zone. */
function listGroups(ip: string): readonly string[] {
  const [before = '', after] = ip.split('::');
  const head = before === '' ? [] : before.split(':');
  if (after === undefined) return head;
  const tail = after === '' ? [] : after.split(':');
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
}

/** The key under which limits count an address: an IPv4 address itself, or the /64 of an IPv6 address. */
export function addressKey(ip: string): string {
  const [bare = ''] = ip.split('%');
  if (!isIPv6(bare)) return ip;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  return mapped ?? `${listGroups(address).slice(0, PREFIX_GROUPS).join(':')}::/64`;
}

/** Reads the client's address of a request that bypasses fastify, with the same rule for `X-Forwarded-For`. */
export function createAddressReader(trustProxy: string | false): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => proxyAddr(request, isTrusted);
}
