import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readProxyHeader } from './proxy-header.ts';
import { writeProxyHeader } from './testing/write-proxy-header.ts';

const HEADER_OF_IPV4 = writeProxyHeader('192.0.2.7');

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::5', '2001:db8:0:0:0:0:0:5'],
])('[W-116] readProxyHeader returns the address of the client: %s', (address, read) => {
  const header = writeProxyHeader(address, Buffer.alloc(20));
  const answer = readProxyHeader(Buffer.concat([header, Buffer.from('what the client says')]));
  expect(answer).toEqual({ kind: 'complete', length: header.length, address: read });
});

test("readProxyHeader returns no address for a proxy's own connection", () => {
  const header = writeProxyHeader(null);
  expect(readProxyHeader(header)).toEqual({ kind: 'complete', length: header.length, address: null });
});

test('readProxyHeader reports every truncated header as incomplete', () => {
  for (let length = 0; length < HEADER_OF_IPV4.length; length += 1)
    expect(readProxyHeader(HEADER_OF_IPV4.subarray(0, length))).toEqual({ kind: 'incomplete' });
});

function changeByte(at: number, value: number): Buffer {
  const changed = Buffer.from(HEADER_OF_IPV4);
  changed[at] = value;
  return changed;
}

test.each([
  ['another first byte', changeByte(0, 0x10)],
  ['another last byte of the signature', changeByte(11, 0x0b)],
  ['version 1', Buffer.from('PROXY TCP4 192.0.2.7 127.0.0.1 49153 1883\r\n')],
  ['another version', changeByte(12, 0x31)],
  ['an unknown command', changeByte(12, 0x22)],
  ['UDP', changeByte(13, 0x12)],
  ['IPv6 with the addresses of IPv4', changeByte(13, 0x21)],
  ['a length of 60,000 bytes', changeByte(14, 0xea)],
])('readProxyHeader refuses %s', (_name, bytes) => {
  expect(readProxyHeader(bytes)).toEqual({ kind: 'malformed' });
});

test('readProxyHeader never returns a length beyond the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      const header = readProxyHeader(Buffer.concat([HEADER_OF_IPV4.subarray(0, 12), bytes]));
      expect(header.kind === 'complete' ? header.length : 0).toBeLessThanOrEqual(12 + bytes.length);
    }),
  );
});
