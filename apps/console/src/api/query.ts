import { queryOptions } from '@tanstack/react-query';
import type { CallArguments, CallAt, GetAddress, PublicGetAddress, ReplyAt } from './address.ts';
import { callApiWith, callPublicApiWith } from './client.ts';

/** The options of TanStack Query for a reading call; the key is the address and its parameters. */
export function queryApi<A extends GetAddress>(address: A, ...[call]: CallArguments<CallAt<A>, object>) {
  return queryOptions<ReplyAt<A>>({
    queryKey: [address, call ?? null],
    queryFn: ({ signal }) => callApiWith(address, { ...call, signal }),
  });
}

/** The same for a call without authentication. */
export function queryPublicApi<A extends PublicGetAddress>(address: A, ...[call]: CallArguments<CallAt<A>, object>) {
  return queryOptions<ReplyAt<A>>({
    queryKey: [address, call ?? null],
    queryFn: ({ signal }) => callPublicApiWith(address, { ...call, signal }),
  });
}
