import { describe, expect, it } from 'vitest';
import { formatHex } from '../bytes/hex.ts';
import { areEqualBytes, computeHmac } from './hmac.ts';
import { computeSha256 } from './sha256.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('of the standard text %#', (message, digest) => {
    expect(formatHex(computeSha256(text(message)))).toBe(digest);
  });

  it('agrees with the platform at every length around a block', async () => {
    for (let length = 50; length < 140; length++) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 0xff);
      const platform = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
      expect(formatHex(computeSha256(message))).toBe(formatHex(platform));
    }
  });
});

describe('HMAC-SHA256', () => {
  it.each([
    [new Uint8Array(20).fill(0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [text('Jefe'), 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [
      new Uint8Array(131).fill(0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('of RFC 4231 case %#', (key, message, mac) => {
    expect(formatHex(computeHmac(key, text(message)))).toBe(mac);
  });

  it('compares contents and lengths', () => {
    expect(areEqualBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(areEqualBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(areEqualBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
    expect(areEqualBytes(Uint8Array.of(1, 0), Uint8Array.of(1))).toBe(false);
  });
});
