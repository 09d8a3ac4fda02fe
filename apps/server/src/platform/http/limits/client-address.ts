import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Reads the client's address of a request that bypasses fastify, with the same rule for `X-Forwarded-For`. */
export function createAddressReader(trustProxy: string | false): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => proxyAddr(request, isTrusted);
}
