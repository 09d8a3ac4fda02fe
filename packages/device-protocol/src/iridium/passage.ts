import { succeed } from '@waymark/domain/result';
import { takeBit } from '../bytes/bits.ts';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter, saturate } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { readPosition, writePosition, type Position } from './position.ts';
import { readBlocks, writeBlock, type SnippetBlock } from './snippet-block.ts';

// Types 02 (detection), 03 (with signal), 07 (with signal, stored earlier and sent later).

const FIXED_LENGTH = 32;
const SNR_PER_DB = 2;
const WELD_STEPS_PER_MPS = 20;
const SHORTEST_WIDTH_S = 0.05;
const WIDTH_STEP = Math.log(1.03);
const AUDIO_BANDS = 6;

/** Three numbers in the order ELF, GEO, MAG. */
export type PerChannel = readonly [elf: number, geo: number, mag: number];

export interface PassageBody extends Position {
  /** The milliseconds of the passage within the header's second. */
  readonly ms: number;
  readonly detectionCount: number;
  /** Which channels triggered: 1 ELF, 2 GEO, 4 MAG. */
  readonly mask: number;
  /** Hertz; 0 for MAG. */
  readonly freq: number;
  /** Millivolts. */
  readonly battery: number;
  readonly snrDb: PerChannel;
  readonly widthS: PerChannel;
  /** null: not measured. */
  readonly weldSpeedMps: number | null;
  readonly isOffline: boolean;
  readonly audioBands: readonly number[];
  readonly blocks: readonly SnippetBlock[];
}

export const PASSAGE_TYPE = { detection: 0x02, signal: 0x03, offlineSignal: 0x07 } as const;

/** A detection without signal is type 02 whether offline or not. */
export function choosePassageType({ blocks, isOffline }: PassageBody): number {
  if (blocks.length === 0) return PASSAGE_TYPE.detection;
  return isOffline ? PASSAGE_TYPE.offlineSignal : PASSAGE_TYPE.signal;
}

/** Widths grow by 3 % a code, from 0.05 s to 94 s. */
function encodeWidth(widthS: number): number {
  return Math.log(Math.max(widthS, SHORTEST_WIDTH_S) / SHORTEST_WIDTH_S) / WIDTH_STEP;
}

function decodeWidth(code: number): number {
  return SHORTEST_WIDTH_S * Math.exp(code * WIDTH_STEP);
}

export function encodePassageBody(passage: PassageBody): Uint8Array {
  const writer = new ByteWriter('big-endian', 320)
    .writeU16(saturate(passage.ms, 0, 999))
    .writeU16(passage.detectionCount)
    .writeU8(saturate(passage.mask, 0, 7))
    .writeU8(passage.freq);
  writePosition(writer, passage);
  writer.writeU16(passage.battery);
  for (const snr of passage.snrDb) writer.writeU8(snr * SNR_PER_DB);
  for (const width of passage.widthS) writer.writeU8(encodeWidth(width));
  writer.writeU8((passage.weldSpeedMps ?? 0) * WELD_STEPS_PER_MPS).writeU8(passage.isOffline ? 1 : 0);
  for (let band = 0; band < AUDIO_BANDS; band++) writer.writeU8(passage.audioBands[band] ?? 0);
  for (const block of passage.blocks) writeBlock(writer, block);
  return writer.finish();
}

function readPerChannel(reader: ByteReader, decode: (code: number) => number): PerChannel {
  return [decode(reader.readU8()), decode(reader.readU8()), decode(reader.readU8())];
}

export function decodePassageBody(type: number, body: Uint8Array): Decoded<PassageBody> {
  if (body.length < FIXED_LENGTH) return reject('length', 'passage');
  const reader = new ByteReader(body, 'big-endian');
  const [ms, detectionCount, mask, freq] = [reader.readU16(), reader.readU16(), reader.readU8(), reader.readU8()];
  const position = readPosition(reader);
  if (ms > 999) return reject('field', 'milliseconds');
  if (mask > 7) return reject('field', 'mask');
  if (position === null) return reject('field', 'position');
  const battery = reader.readU16();
  const snrDb = readPerChannel(reader, (code) => code / SNR_PER_DB);
  const widthS = readPerChannel(reader, decodeWidth);
  const weld = reader.readU8();
  const weldSpeedMps = weld === 0 ? null : weld / WELD_STEPS_PER_MPS;
  const isOffline = takeBit(reader.readU8(), 0) === 1;
  const audioBands = Array.from(reader.readBytes(AUDIO_BANDS));
  const blocks = readBlocks(reader);
  if (!blocks.ok) return blocks;
  const passage = {
    ms,
    detectionCount,
    mask,
    freq,
    ...position,
    battery,
    snrDb,
    widthS,
    weldSpeedMps,
    isOffline,
    audioBands,
    blocks: blocks.value,
  };
  return choosePassageType(passage) === type ? succeed(passage) : reject('type', 'passage of another kind');
}
