import { isIP, BlockList } from 'node:net';
import { WEBHOOK_FAULTS, type WebhookFault } from '@waymark/domain/words/setting-faults';
import type { AllowedHosts } from './allowed-hosts.ts';

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

// Decides where a request of a user's choice may go. The URL parser has already turned decimal, octal and hexadecimal
// forms of an IPv4 address into the usual one.

/** All addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** The address of a webhook or of a push service that is not allowed; its message is for the user. */
export class TargetRefused extends Error {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(WEBHOOK_FAULTS[fault]);
    this.fault = fault;
  }
}

/** The host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

const isReachable = (address: string, allowed: AllowedHosts) => allowed.hasAddress(address) || isPublicAddress(address);

function checkHost(url: URL, allowed: AllowedHosts): WebhookFault | null {
  const host = hostOf(url);
  if (allowed.hasName(host)) return null;
  if (isIP(host) !== 0 && !isReachable(host, allowed)) return 'not-public';
  if (/(?:^|\.)localhost\.?$/.test(host) && allowed.isEmpty) return 'not-public';
  const mayBeAllowed = isIP(host) === 0 ? !allowed.isEmpty : allowed.hasAddress(host);
  return url.protocol === 'http:' && !mayBeAllowed ? 'not-https' : null;
}

/** Checks what can be known without resolving the name. Every attempt checks the resolved addresses. */
export function findAddressFault(text: string, allowed: AllowedHosts): WebhookFault | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return 'not-an-address';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not-https';
  if (url.username !== '' || url.password !== '') return 'has-credentials';
  return checkHost(url, allowed);
}

/** The addresses to connect to. A host of which one address is private is refused altogether. */
export async function findTarget(url: URL, allowed: AllowedHosts, resolve: ResolveHost): Promise<readonly string[]> {
  const fault = findAddressFault(url.href, allowed);
  if (fault !== null) throw new TargetRefused(fault);
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.length === 0) throw new Error(`The host ${host} has no address.`);
  if (allowed.hasName(host)) return addresses;
  if (!addresses.every((address) => isReachable(address, allowed))) throw new TargetRefused('not-public');
  if (url.protocol === 'http:' && !addresses.every((address) => allowed.hasAddress(address)))
    throw new TargetRefused('not-https');
  return addresses;
}
