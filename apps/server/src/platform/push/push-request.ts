import { lookup as lookUp } from 'node:dns';
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../outbound/public-address.ts';

/** A push service may not be called at this address. */
export class PushAddressRefused extends Error {}

export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface PushReply {
  readonly status: number;
  /** The beginning of the service's own explanation. */
  readonly reason: string;
}

/** The only function that calls push services. Their addresses come from browsers, so it refuses the own network. */
export type PostPush = (request: PushRequest, signal: AbortSignal) => Promise<PushReply>;

const KEPT_OF_REPLY = 300;
const HOST_REFUSED = 'the address of the push service is in a private network';

/** Checks the addresses to which the connection is made: a name that resolves differently a moment later gains nothing. */
const lookUpOutside: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return done(error ?? new Error(`${host} has no address`), '', 0);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return done(new PushAddressRefused(HOST_REFUSED), '', 0);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

/** Refuses addresses without TLS or of the own network, as far as they can be told without a lookup. */
export function checkPushAddress(endpoint: string, isPrivateAllowed: boolean): void {
  if (isPrivateAllowed) return;
  const { protocol, hostname, username } = new URL(endpoint);
  if (protocol !== 'https:') throw new PushAddressRefused('the address of the push service has no TLS');
  if (username !== '') throw new PushAddressRefused('the address of the push service has a user name');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host))) throw new PushAddressRefused(HOST_REFUSED);
}

async function readStart(reply: IncomingMessage): Promise<string> {
  let text = '';
  reply.setEncoding('utf8');
  for await (const chunk of reply as AsyncIterable<string>) {
    text += chunk;
    if (text.length >= KEPT_OF_REPLY) break;
  }
  return text.slice(0, KEPT_OF_REPLY).replaceAll(/\s+/g, ' ').trim();
}

/** Follows no redirects. `isPrivateAllowed`: for a push service of the own network, also without TLS. */
export function createPostPush(isPrivateAllowed: boolean): PostPush {
  return async ({ endpoint, headers, body }, signal) => {
    checkPushAddress(endpoint, isPrivateAllowed);
    const open = endpoint.startsWith('https:') ? requestHttps : requestHttp;
    const request = open(endpoint, {
      method: 'POST',
      agent: false,
      signal,
      headers,
      ...(isPrivateAllowed ? {} : { lookup: lookUpOutside }),
    });
    request.on('error', () => undefined); // a late error after the reply
    request.end(body);
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 0, reason: await readStart(reply).catch(() => '') };
  };
}
