import { describe, expect, it } from 'vitest';
import { expandBlock, reduceToBlock } from './snippet-signal.ts';

/** A bump of `widthSamples` around sample 250, like a passage in the middle of a record. */
function makeBump(widthSamples: number, height: number): Int16Array {
  return Int16Array.from({ length: 500 }, (_, at) => height * Math.exp(-(((at - 250) / widthSamples) ** 2)));
}

function correlate(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let [both, first, second] = [0, 0, 0];
  for (let at = 0; at < left.length; at++) {
    const [a, b] = [left[at] ?? 0, right[at] ?? 0];
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return both / Math.sqrt(first * second);
}

describe('signal of a satellite passage', () => {
  it.each([
    ['geo', 0, 1, 167, -504],
    ['elf', 0, 4, 41, -492],
    ['mag', 0, 4, 41, -492],
    ['geo', 1, 2, 167, -1002],
    ['elf', 1, 8, 41, -984],
    ['mag', 1, 8, 41, -984],
  ] as const)(
    '%s at size %i: a point has %i samples, with %i points around the passage',
    (channel, size, rate, count, start) => {
      const block = reduceToBlock(channel, makeBump(20, 9000), size);
      expect([block.rate, block.points.length, block.start]).toEqual([rate, count, start]);
      expect([block.scale, Math.max(...block.points)]).toEqual([9000, 127]);
    },
  );

  it.each([
    ['elf', 0],
    ['geo', 0],
    ['mag', 0],
    ['elf', 1],
    ['geo', 1],
    ['mag', 1],
  ] as const)('%s at size %i resembles the original after expansion', (channel, size) => {
    const original = makeBump(25, 12_000);
    const expanded = expandBlock(reduceToBlock(channel, original, size));
    expect(expanded.length).toBe(500);
    expect(correlate(original, expanded)).toBeGreaterThan(0.97);
  });

  it('keeps the sign of MAG and GEO, and uses the magnitude of ELF', () => {
    const original = makeBump(20, -8000);
    expect(Math.min(...reduceToBlock('mag', original, 0).points)).toBe(-127);
    expect(Math.min(...reduceToBlock('geo', original, 0).points)).toBe(-127);
    expect(Math.min(...reduceToBlock('elf', original, 0).points)).toBe(0);
  });

  it('silence stays silence, and samples outside of the block are zero', () => {
    expect(expandBlock(reduceToBlock('mag', new Int16Array(500), 0)).every((sample) => sample === 0)).toBe(true);
    const expanded = expandBlock(reduceToBlock('geo', new Int16Array(500).fill(1000), 0));
    expect([...expanded].filter((sample) => sample !== 0).length).toBe(167);
  });

  it('a block at any position expands to 500 samples of 16 bits', () => {
    const block = {
      channel: 'elf',
      encoding: 'extreme',
      rate: 15,
      scale: 32_768,
      points: new Int8Array(255).fill(-128),
    } as const;
    for (const start of [-0x8000, -1500, 0, 0x7fff]) {
      const expanded = expandBlock({ ...block, start });
      expect([expanded.length, Math.min(0, ...expanded) >= -0x8000]).toEqual([500, true]);
    }
  });
});
