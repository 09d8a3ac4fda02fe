import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Reads who sent a request that does not pass through fastify, by the same rule for `X-Forwarded-For`. */
export function createAddressReader(trustProxy: string | false): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => proxyAddr(request, isTrusted);
}
