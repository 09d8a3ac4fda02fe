import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacketSizeGuard } from './packet-size-guard.ts';

/** An MQTT frame of any type with this much behind its header. */
function frame(length: number): Uint8Array {
  const lengthBytes: number[] = [];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    lengthBytes.push(rest >= 128 ? (rest % 128) + 128 : rest);
    if (rest < 128) break;
  }
  return Uint8Array.from([0x30, ...lengthBytes, ...Array.from({ length }, () => 0xff)]);
}

function feed(bytes: Uint8Array, cuts: readonly number[], maxBytes: number): boolean {
  const guard = new PacketSizeGuard(maxBytes);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).every((end, at) => guard.accept(bytes.subarray(edges[at], end)));
}

describe('packets', () => {
  it('up to the limit pass and larger ones do not, however the bytes arrive', () => {
    const anyLengths = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(anyLengths, fc.array(fc.nat(), { maxLength: 8 }), (lengths, cuts) => {
      const bytes = Buffer.concat(lengths.map(frame));
      expect(feed(bytes, cuts, 300)).toBe(lengths.every((length) => length <= 300));
    }));
  });

  it('are refused by what they claim, before it has come', () => {
    expect(new PacketSizeGuard(16_384).accept(Uint8Array.of(0x30, 0xff, 0xff, 0x7f))).toBe(false);
    expect(new PacketSizeGuard(16_384).accept(Uint8Array.of(0x30, 0x80, 0x80, 0x80, 0x80))).toBe(false);
  });
});
