import { succeed } from '@waymark/domain/result';
import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { saturate } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { CHANNELS, type Channel } from '../mqtt/topic.ts';

// A piece of one channel's signal around a passage, decimated:
// u8 channel·encoding·rate, u8 n, i16 start, u16 scale, n × i8.

const ENCODINGS = ['extreme', 'magnitude'] as const;
const MAX_RATE = 15;
const MAX_SCALE = 32_768;

export interface SnippetBlock {
  readonly channel: Channel;
  /** Each point is the signed extreme of its samples, or the extreme's magnitude. */
  readonly encoding: (typeof ENCODINGS)[number];
  /** 60 ms samples per point, 1 to 15. */
  readonly rate: number;
  /** Where the first point begins, in units of 10 ms from the passage. */
  readonly start: number;
  /** The 16-bit value that 127 stands for. */
  readonly scale: number;
  /** 1 to 255 points. */
  readonly points: Int8Array;
}

export function writeBlock(writer: ByteWriter, block: SnippetBlock): void {
  const points = block.points.subarray(0, 0xff);
  writer
    .writeU8(
      (CHANNELS.indexOf(block.channel) << 6) |
        (ENCODINGS.indexOf(block.encoding) << 4) |
        saturate(block.rate, 1, MAX_RATE),
    )
    .writeU8(points.length)
    .writeI16(block.start)
    .writeU16(saturate(block.scale, 0, MAX_SCALE))
    .writeI8s(points, points.length);
}

function readBlock(reader: ByteReader): Decoded<SnippetBlock> {
  const form = reader.readU8();
  const count = reader.readU8();
  const [start, scale, points] = [reader.readI16(), reader.readU16(), reader.readI8s(count)];
  const channel = CHANNELS[form >> 6];
  const encoding = ENCODINGS[(form >> 4) & 3];
  const rate = form & MAX_RATE;
  if (reader.isOverrun || count === 0) return reject('length', 'block');
  if (channel === undefined || encoding === undefined || rate === 0) return reject('field', 'block form');
  if (scale > MAX_SCALE) return reject('field', 'block scale');
  if (encoding === 'magnitude' && points.some((point) => point < 0)) return reject('field', 'block magnitude');
  return succeed({ channel, encoding, rate, start, scale, points });
}

/** All blocks up to the end, at most one of each channel. */
export function readBlocks(reader: ByteReader): Decoded<readonly SnippetBlock[]> {
  const blocks: SnippetBlock[] = [];
  while (reader.remaining > 0) {
    const block = readBlock(reader);
    if (!block.ok) return block;
    if (blocks.some(({ channel }) => channel === block.value.channel)) return reject('field', 'block twice');
    blocks.push(block.value);
  }
  return succeed(blocks);
}
