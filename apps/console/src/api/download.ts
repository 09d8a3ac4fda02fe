import type { CallAt, SignedInAddress } from './address.ts';
import { sendAsUser } from './client.ts';
import { receive, receiveRange, type ByteRange, type Receiving } from './receive.ts';

// Apart from the other calls: the login screen loads no files.

/** A call with a long response, which reports its progress and becomes a file; the server may name it. */
export function downloadApi<A extends SignedInAddress>(
  address: A,
  call: CallAt<A>,
  receiving: Receiving,
): Promise<File> {
  return sendAsUser((token) => receive(address, call, { ...receiving, token }));
}

/** Bytes of a file of the server. */
export function readApiRange<A extends SignedInAddress>(
  address: A,
  call: CallAt<A>,
  range: ByteRange,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  return sendAsUser((token) => receiveRange(address, call, { ...range, token, signal }));
}
