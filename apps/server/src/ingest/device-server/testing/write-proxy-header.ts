import { isIP } from 'node:net';

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');

/** Writes the header of a TCP proxy for a client with this address; null: the proxy's own connection. */
export function writeProxyHeader(address: string | null, extension = Buffer.alloc(0)): Buffer {
  const ports = Buffer.from([0xc0, 0x01, 0x07, 0x5b]);
  const isIpv6 = isIP(address ?? '') === 6;
  const addresses =
    address === null
      ? Buffer.alloc(0)
      : Buffer.concat([writeAddress(address), writeAddress(isIpv6 ? '::1' : '127.0.0.1'), ports]);
  const rest = Buffer.concat([addresses, extension]);
  const fixed = Buffer.from([address === null ? 0x20 : 0x21, address === null ? 0 : isIpv6 ? 0x21 : 0x11, 0, 0]);
  fixed.writeUInt16BE(rest.length, 2);
  return Buffer.concat([SIGNATURE, fixed, rest]);
}

/** IPv6 addresses may be shortened once, by `::`. */
function writeAddress(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}
