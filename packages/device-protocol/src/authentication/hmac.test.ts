import { describe, expect, it } from 'vitest';
import { formatHex } from '../bytes/hex.ts';
import { areEqualBytes, computeHmac } from './hmac.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('HMAC-SHA256', () => {
  it.each([
    [new Uint8Array(20).fill(0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [text('Jefe'), 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [
      new Uint8Array(131).fill(0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('HMAC-SHA256 agrees with RFC 4231 case %#', (key, message, mac) => {
    expect(formatHex(computeHmac(key, text(message)))).toBe(mac);
  });

  it('compares contents and lengths', () => {
    expect(areEqualBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(areEqualBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(areEqualBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
    expect(areEqualBytes(Uint8Array.of(1, 0), Uint8Array.of(1))).toBe(false);
  });
});
