import { isIP } from 'node:net';

const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{0,5})?$/i;

/** The name in a Host header, without port, brackets and trailing dot; undefined when invalid. */
function readHostName(host: string): string | undefined {
  const [, literal, name] = HOST.exec(host) ?? [];
  return literal ?? name?.toLowerCase().replace(/\.$/, '');
}

export type HostCheck = (host: string | undefined) => boolean;

/**
 * Checks whether a Host header names this server. A site whose own name points to this machine (DNS rebinding) sends
 * that name. An IP address is safe: rebinding needs a name.
 */
export function createHostCheck(publicUrl: string, allowedHosts: readonly string[]): HostCheck {
  const own = new Set([new URL(publicUrl).hostname, ...allowedHosts.map((name) => name.toLowerCase())]);
  let lastAccepted: string | undefined;
  return function isOwnHost(host) {
    if (host === undefined) return false;
    if (host === lastAccepted) return true;
    const name = readHostName(host);
    if (name === undefined) return false;
    const isOwn = own.has(name) || name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
    if (isOwn) lastAccepted = host;
    return isOwn;
  };
}

/** Checks whether a browser's Origin is ours; other clients send none. */
export function createOriginCheck(publicUrl: string) {
  const own = new URL(publicUrl).origin;
  return function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || origin === own) return true;
    return URL.canParse(origin) && new URL(origin).host === host;
  };
}
