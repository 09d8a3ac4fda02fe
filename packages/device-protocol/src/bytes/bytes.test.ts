import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyBytes } from '../testing/arbitraries.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { computeCrc16 } from '../iridium/envelope.ts';
import { formatHex, parseHex } from './hex.ts';

class SharingBytes extends Uint8Array<ArrayBuffer> {
  override slice(from?: number, to?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(from, to);
  }
}

describe('byte writer', () => {
  it.each([
    ['big-endian', '01ff0203ffff8000010203048000000000000000000003e8'],
    ['little-endian', '01ff0302ffff00800403020100000080e803000000000000'],
  ] as const)('writes every width %s', (order, hex) => {
    const bytes = new ByteWriter(order, 1)
      .writeU8(1)
      .writeI8(-1)
      .writeU16(0x0203)
      .writeI16(-1)
      .writeI16(-0x8000)
      .writeU32(0x0102_0304)
      .writeI32(-0x8000_0000)
      .writeU64(1000)
      .finish();
    expect(formatHex(bytes)).toBe(hex);
  });

  it('saturates values that do not fit, and writes NaN as 0', () => {
    const bytes = new ByteWriter('big-endian')
      .writeU8(256)
      .writeU8(-1)
      .writeU8(Number.NaN)
      .writeI8(-1000)
      .writeU16(Infinity)
      .writeI16(-Infinity)
      .writeU32(2 ** 40)
      .finish();
    expect(formatHex(bytes)).toBe('ff000080ffff8000ffffffff');
  });

  it('writes exactly the requested count', () => {
    expect(formatHex(new ByteWriter('little-endian').writeI16s([1, 2, 3], 2).writeI8s([-1], 3).finish())).toBe(
      '01000200ff0000',
    );
  });
});

describe('byte reader', () => {
  it('returns zeros past the end and reports the overrun', () => {
    const reader = new ByteReader(Uint8Array.of(7), 'big-endian');
    expect([reader.readU16(), reader.isOverrun, reader.readU8()]).toEqual([0, true, 7]);
    expect([reader.readBytes(1).length, reader.readI16s(1).length, reader.readI8s(4).length]).toEqual([0, 0, 0]);
  });

  it('reads from the middle of a larger buffer', () => {
    expect(new ByteReader(Uint8Array.of(9, 9, 1, 2, 9).subarray(2, 4), 'big-endian').readU16()).toBe(0x0102);
  });

  it('copies its results, even from a class whose slice shares memory', () => {
    const source = new SharingBytes(Uint8Array.of(1, 2, 3, 4).buffer);
    const reader = new ByteReader(source, 'big-endian');
    const [bytes, signed] = [reader.readBytes(2), reader.readI8s(2)];
    source.fill(9);
    expect([...bytes, ...signed]).toEqual([1, 2, 3, 4]);
  });
});

describe('crc and hex', () => {
  it('computes CRC-16/CCITT-FALSE', () => {
    expect(computeCrc16(new TextEncoder().encode('123456789'))).toBe(0x29b1);
  });

  it('reads back the hexadecimal text it writes', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(parseHex(formatHex(bytes).toUpperCase())).toEqual({ ok: true, value: bytes });
      }),
    );
  });

  it.each(['abc', 'zz', '0x', 'a1 b2', 'é1'])('refuses %o as hexadecimal', (text) => {
    expect(parseHex(text).ok).toBe(false);
  });
});
