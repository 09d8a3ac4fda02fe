import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_LIMITS } from './limits.ts';
import { PacketReader } from './packets.ts';

/** A PUBLISH with a payload of this length. */
function packet(length: number): Buffer {
  const body = [0, 1, 0x61, ...Array.from({ length }, (_, at) => at % 251)];
  const lengthBytes: number[] = [];
  for (let rest = body.length; ; rest = Math.floor(rest / 128)) {
    lengthBytes.push(rest >= 128 ? (rest % 128) + 128 : rest);
    if (rest < 128) break;
  }
  return Buffer.from([0x30, ...lengthBytes, ...body]);
}

function read(chunks: readonly Buffer[], maxBytes: number) {
  const packets: Buffer[] = [];
  const faults: string[] = [];
  const reader: PacketReader = new PacketReader(
    { ...ENDPOINT_LIMITS, maxPacketBytes: maxBytes, maxConnectBytes: maxBytes },
    (each) => packets.push(each.cmd === 'publish' ? packet(each.payload.length) : Buffer.alloc(0)),
    (why) => faults.push(why),
  );
  for (const chunk of chunks) if (faults.length === 0) reader.read(chunk);
  return { packets, faults };
}

describe('PacketReader', () => {
  it('reads whole packets up to the limit and refuses a larger one, however the bytes arrive', () => {
    const anyLengths = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(anyLengths, fc.array(fc.nat(), { maxLength: 8 }), (lengths, cuts) => {
        const bytes = Buffer.concat(lengths.map(packet));
        const edges = [0, ...cuts.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
        const tooLarge = lengths.findIndex((length) => length > 297);
        const { packets, faults } = read(
          edges.slice(1).map((end, at) => bytes.subarray(edges[at], end)),
          300,
        );
        expect(faults).toEqual(tooLarge < 0 ? [] : ['too-large']);
        expect(packets).toEqual((tooLarge < 0 ? lengths : lengths.slice(0, tooLarge)).map(packet));
      }),
    );
  });

  it('refuses a packet by its length, before its bytes arrive', () => {
    expect(read([Buffer.of(0x30, 0xff, 0xff, 0x7f)], 16_384).faults).toEqual(['too-large']);
    expect(read([Buffer.of(0x30, 0x80, 0x80, 0x80, 0x80)], 16_384).faults).toEqual(['too-large']);
  });

  it('allows the first packet only the length of a CONNECT', () => {
    const faults: string[] = [];
    const reader = new PacketReader(
      { ...ENDPOINT_LIMITS, maxPacketBytes: 300, maxConnectBytes: 100 },
      () => undefined,
      (why) => faults.push(why),
    );
    reader.read(packet(90));
    reader.read(packet(200));
    expect(faults).toEqual([]);
    expect(read([packet(90), packet(200)], 100).faults).toEqual(['too-large']);
  });
});
