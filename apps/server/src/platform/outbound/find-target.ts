import { isIP } from 'node:net';
import { WEBHOOK_FAULTS, type WebhookFault } from '@waymark/domain/words/webhook-faults';
import type { AllowedHosts } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

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
