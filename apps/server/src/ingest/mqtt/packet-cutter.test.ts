import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacketCutter } from './packet-cutter.ts';

/** An MQTT packet of any type with this much behind its header. */
function packet(length: number): Buffer {
  const lengthBytes: number[] = [];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    lengthBytes.push(rest >= 128 ? (rest % 128) + 128 : rest);
    if (rest < 128) break;
  }
  return Buffer.from([0x30, ...lengthBytes, ...Array.from({ length }, (_, at) => at % 251)]);
}

function cut(chunks: readonly Buffer[], maxBytes: number) {
  const cutter = new PacketCutter(maxBytes);
  const packets: Buffer[] = [];
  const isAccepted = chunks.every((chunk) =>
    cutter.cut(chunk, (bytes, { at, bodyAt, end }) =>
      packets.push(packet(end - bodyAt), Buffer.from(bytes.subarray(at, end))),
    ),
  );
  return { packets, isAccepted };
}

describe('packets', () => {
  it('come out whole up to the limit, and a larger one is refused, however the bytes arrive', () => {
    const anyLengths = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(anyLengths, fc.array(fc.nat(), { maxLength: 8 }), (lengths, cuts) => {
        const bytes = Buffer.concat(lengths.map(packet));
        const edges = [0, ...cuts.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
        const tooLarge = lengths.findIndex((length) => length > 300);
        const { packets, isAccepted } = cut(
          edges.slice(1).map((end, at) => bytes.subarray(edges[at], end)),
          300,
        );
        expect(isAccepted).toBe(tooLarge < 0);
        const whole = tooLarge < 0 ? lengths : lengths.slice(0, tooLarge);
        expect(packets).toEqual(whole.flatMap((length) => [packet(length), packet(length)]));
      }),
    );
  });

  it('are refused by what they claim, before it has come', () => {
    expect(cut([Buffer.of(0x30, 0xff, 0xff, 0x7f)], 16_384).isAccepted).toBe(false);
    expect(cut([Buffer.of(0x30, 0x80, 0x80, 0x80, 0x80)], 16_384).isAccepted).toBe(false);
  });
});
