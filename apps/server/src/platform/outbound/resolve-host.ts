import { lookup, Resolver } from 'node:dns/promises';
import type { ResolveHost } from './find-target.ts';

const DNS_MS = 2000;
const NO_SUCH_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

const hasNoName = ({ reason }: PromiseRejectedResult) => NO_SUCH_NAME.has((reason as NodeJS.ErrnoException).code);

/**
 * Asks the name servers itself: the system's own lookup blocks one of four threads that the whole server shares, for as
 * long as a slow name server wishes. Only names that DNS does not know are looked up in the hosts file of the machine.
 */
export function createHostResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const failed = answers.filter((answer) => answer.status === 'rejected');
    const other = failed.find((failure) => !hasNoName(failure));
    if (other) throw other.reason;
    return (await lookup(host, { all: true })).map(({ address }) => address);
  };
}
