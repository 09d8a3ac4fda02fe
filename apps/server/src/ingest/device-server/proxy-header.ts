// Parses the header in which a TCP proxy sends the client's address: the PROXY protocol, version 2.
// https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const FIXED_BYTES = 16;
/** Addresses and the extensions of HAProxy and cloud load balancers; a longer header is malformed. */
const MOST_EXTRA_BYTES = 512;

const LOCAL = 0x20;
const PROXIED = 0x21;
const TCP_OVER_IPV4 = 0x11;
const TCP_OVER_IPV6 = 0x21;
const IPV4_ADDRESSES = 12;
const IPV6_ADDRESSES = 36;

export type ProxyHeader =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'malformed' }
  /** `address` of the client; null: the proxy's own connection, as for a health check. */
  | { readonly kind: 'complete'; readonly length: number; readonly address: string | null };

const MALFORMED = { kind: 'malformed' } as const;

/** Reads the header at the start of the bytes that a connection has sent so far. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const known = Math.min(bytes.length, SIGNATURE.length);
  if (bytes.compare(SIGNATURE, 0, known, 0, known) !== 0) return MALFORMED;
  if (bytes.length < FIXED_BYTES) return { kind: 'incomplete' };
  const extra = bytes.readUInt16BE(14);
  if (extra > MOST_EXTRA_BYTES) return MALFORMED;
  const length = FIXED_BYTES + extra;
  if (bytes.length < length) return { kind: 'incomplete' };
  const command = bytes[12];
  if (command === LOCAL) return { kind: 'complete', length, address: null };
  const address = command === PROXIED ? readSource(bytes, extra) : null;
  return address === null ? MALFORMED : { kind: 'complete', length, address };
}

function readSource(bytes: Buffer, extra: number): string | null {
  const family = bytes[13];
  if (family === TCP_OVER_IPV4 && extra >= IPV4_ADDRESSES) return [...bytes.subarray(16, 20)].join('.');
  if (family !== TCP_OVER_IPV6 || extra < IPV6_ADDRESSES) return null;
  return Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(16 + 2 * group).toString(16)).join(':');
}
