import { isIP } from 'node:net';
import type { Call } from '../../../../platform/http/call.ts';
import { problem } from '../../../../platform/http/problem.ts';

/** The site that a passkey belongs to. */
export interface RelyingParty {
  /** The name of the host, without port. */
  readonly id: string;
  /** The address of the page that used the passkey. */
  readonly origin: string;
}

export type FindRelyingParty = (call: Pick<Call, 'origin' | 'host'>) => RelyingParty;

const isLocal = (name: string) => name === 'localhost' || name.endsWith('.localhost');

/**
 * The public address, or localhost where a browser on this machine uses it. A browser makes no passkeys for an address
 * without a name.
 */
export function createRelyingParty(
  publicUrl: string,
  isOwnOrigin: (origin: string | undefined, host: string | undefined) => boolean,
): FindRelyingParty {
  const own = new URL(publicUrl);
  return ({ origin = own.origin, host }) => {
    if (!isOwnOrigin(origin, host)) throw problem('foreign-origin');
    const { hostname: id } = new URL(origin);
    const isNamed = isIP(id.replaceAll(/[[\]]/g, '')) === 0;
    if (!isNamed || (id !== own.hostname && !isLocal(id))) throw problem('passkeys-need-name');
    return { id, origin };
  };
}
