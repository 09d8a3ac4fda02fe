import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { named, whole } from '../layout/conversion.ts';
import { bits, field, samples, word } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { CHANNELS, type Channel } from '../mqtt/topic.ts';

// Decimated signal of one channel around a passage.

const ENCODINGS = ['extreme', 'magnitude'] as const;
const MAX_POINTS = 0xff;

export const BLOCK = defineLayout('big-endian', [
  word(
    'u8',
    bits(0, 3, 'rate', 'samples of 60 ms for each point', whole(1, 15)),
    bits(4, 5, 'encoding', 'a point is the signed extreme of its samples, or the magnitude of it', named(ENCODINGS)),
    bits(6, 7, 'channel', '', named(CHANNELS)),
  ),
  field('u8', 'count', 'how many points', whole(1, MAX_POINTS)),
  field('i16', 'start', 'where the first point begins, in 10 ms from the passage'),
  field('u16', 'scale', 'the 16-bit value that 127 stands for', whole(0, 32_768)),
  samples('i8', 'count', 'points', 'in order; not below 0 where `encoding` is magnitude'),
]);

export interface SnippetBlock {
  readonly channel: Channel;
  /** Each point is the signed extreme of its samples, or the extreme's magnitude. */
  readonly encoding: (typeof ENCODINGS)[number];
  /** 60 ms samples per point, 1 to 15. */
  readonly rate: number;
  /** Start of the first point relative to the passage, in units of 10 ms. */
  readonly start: number;
  /** The 16-bit value of a point of 127. */
  readonly scale: number;
  /** 1 to 255 points. */
  readonly points: Int8Array;
}

export function encodeBlocks(blocks: readonly SnippetBlock[]): Uint8Array {
  const writer = new ByteWriter('big-endian', 320);
  for (const block of blocks) {
    const points = block.points.subarray(0, MAX_POINTS);
    BLOCK.write(writer, { ...block, points, count: points.length });
  }
  return writer.finish();
}

function readBlock(reader: ByteReader): Decoded<SnippetBlock> {
  const block = BLOCK.read(reader);
  if (reader.isOverrun) return reject('length', 'block');
  if (!block.ok) return block;
  const { count: _count, ...rest } = block.value;
  const isSigned = rest.points.some((point) => point < 0);
  return rest.encoding === 'magnitude' && isSigned ? reject('field', 'block magnitude') : succeed(rest);
}

/** All blocks up to the end, at most one per channel. */
export function decodeBlocks(bytes: Uint8Array): Decoded<readonly SnippetBlock[]> {
  const reader = new ByteReader(bytes, 'big-endian');
  const blocks: SnippetBlock[] = [];
  while (reader.remaining > 0) {
    const block = readBlock(reader);
    if (!block.ok) return block;
    if (blocks.some(({ channel }) => channel === block.value.channel)) return reject('field', 'block twice');
    blocks.push(block.value);
  }
  return succeed(blocks);
}
