import { queryOptions } from '@tanstack/react-query';
import type { CallArguments, CallAt, GetAddress } from './address.ts';
import { callApiWith } from './client.ts';

/** What TanStack Query needs for a reading call; the key is the address and its parts. */
export function queryApi<A extends GetAddress>(address: A, ...[call]: CallArguments<CallAt<A>, object>) {
  return queryOptions({
    queryKey: [address, call ?? null] as const,
    queryFn: ({ signal }) => callApiWith(address, { ...call, signal }),
  });
}
