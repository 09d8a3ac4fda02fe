import { saturate } from '../bytes/byte-writer.ts';
import type { Channel } from '../mqtt/topic.ts';
import type { SnippetBlock } from './snippet-block.ts';

// Converts between a passage's 500 samples of 60 ms and the few points that fit a satellite message.

const SAMPLES = 500;
const CENTRE = SAMPLES / 2;
const FULL_POINT = 127;
/** `start` counts units of 10 ms; a sample has 60 ms. */
const STARTS_PER_SAMPLE = 6;

/** Samples around the passage by psgSize: 10 s and 20 s, in whole points per channel. */
const PLANS = [
  { geo: { rate: 1, points: 167 }, em: { rate: 4, points: 41 } },
  { geo: { rate: 2, points: 167 }, em: { rate: 8, points: 41 } },
] as const;

function findExtreme(samples: ArrayLike<number>, from: number, to: number): number {
  let extreme = 0;
  for (let at = from; at < to; at++) {
    const sample = samples[at] ?? 0;
    if (Math.abs(sample) > Math.abs(extreme)) extreme = sample;
  }
  return extreme;
}

/** The extreme of each group of samples; for ELF the magnitude of its envelope. */
export function reduceToBlock(channel: Channel, samples: ArrayLike<number>, psgSize: 0 | 1): SnippetBlock {
  const { rate, points: count } = PLANS[psgSize][channel === 'geo' ? 'geo' : 'em'];
  const first = Math.floor(CENTRE - (rate * count) / 2);
  const extremes = Array.from({ length: count }, (_, at) =>
    findExtreme(samples, first + at * rate, first + (at + 1) * rate),
  );
  const scale = Math.max(1, ...extremes.map(Math.abs));
  const encoding = channel === 'elf' ? 'magnitude' : 'extreme';
  const points = Int8Array.from(extremes, (extreme) => {
    const point = saturate(
      ((encoding === 'magnitude' ? Math.abs(extreme) : extreme) / scale) * FULL_POINT,
      -FULL_POINT,
      FULL_POINT,
    );
    return point;
  });
  return { channel, encoding, rate, start: (first - CENTRE) * STARTS_PER_SAMPLE, scale, points };
}

function interpolate(points: Int8Array, x: number): number {
  const last = points.length - 1;
  const left = Math.max(0, Math.min(last, Math.floor(x)));
  const right = Math.min(last, left + 1);
  const share = Math.max(0, Math.min(1, x - left));
  return (points[left] ?? 0) * (1 - share) + (points[right] ?? 0) * share;
}

/** Restores 500 samples, 0 outside of the block: GEO repeats its points, ELF and MAG interpolate linearly. */
export function expandBlock(block: SnippetBlock): Int16Array {
  const first = CENTRE + Math.round(block.start / STARTS_PER_SAMPLE);
  const unit = block.scale / FULL_POINT;
  return Int16Array.from({ length: SAMPLES }, (_, at) => {
    const x = (at - first) / block.rate;
    if (x < 0 || x >= block.points.length) return 0;
    const point = block.channel === 'geo' ? (block.points[Math.floor(x)] ?? 0) : interpolate(block.points, x - 0.5);
    return saturate(point * unit, -0x8000, 0x7fff);
  });
}
