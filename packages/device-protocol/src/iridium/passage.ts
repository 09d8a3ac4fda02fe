import { succeed } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';
import { growing, orNone, scaled, whole, yesNo } from '../layout/conversion.ts';
import { bits, bytes, field, list, unusedBits, word } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { POSITION, type Position } from './position.ts';
import { decodeBlocks, encodeBlocks, type SnippetBlock } from './snippet-block.ts';

// Types 02 (detection), 03 (with signal), 07 (with signal, stored earlier and sent later).

/** Three numbers in the order ELF, GEO, MAG. */
export type PerChannel = readonly [elf: number, geo: number, mag: number];

export const PASSAGE = defineLayout('big-endian', [
  field('u16', 'ms', "the passage's milliseconds within the second of the head", whole(0, 999)),
  field('u16', 'detectionCount', 'passages since the last reset of the count'),
  field('u8', 'mask', 'which channels triggered: 1 ELF + 2 GEO + 4 MAG; 0: not said, `freq` decides', whole(0, 7)),
  field(
    'u8',
    'freq',
    'hertz of the transmitter, 10 to 30, where ELF is among the channels; else 0; any other is rejected',
  ),
  ...POSITION,
  field('u16', 'battery', 'millivolts; the server reads it and does not keep it'),
  list('u8', 3, 'snrDb', 'signal to noise of ELF, GEO, MAG, dB', scaled(2)),
  list('u8', 3, 'widthS', 'width of ELF, GEO, MAG, seconds: 0 is 0.05 s, 255 is 94 s', growing(0.05, 1.03)),
  field('u8', 'weldSpeedMps', 'speed by the welds, metres a second', orNone(scaled(20), 0)),
  word('u8', bits(0, 0, 'isOffline', 'stored when there was no link, sent later', yesNo), unusedBits(1, 7)),
  list(
    'u8',
    6,
    'audioBands',
    "shares of the geophone's power at 5–20, 20–40, 40–70, 70–120, 120–200 and 200–400 Hz, 255 is all",
    whole(),
  ),
  bytes('blocks', 'none in 02; in 03 and 07 at least one'),
]);

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
export function choosePassageType({ blocks, isOffline }: Pick<PassageBody, 'blocks' | 'isOffline'>): number {
  if (blocks.length === 0) return PASSAGE_TYPE.detection;
  return isOffline ? PASSAGE_TYPE.offlineSignal : PASSAGE_TYPE.signal;
}

export function encodePassageBody(passage: PassageBody): Uint8Array {
  return PASSAGE.encode({ ...passage, blocks: encodeBlocks(passage.blocks) });
}

export function decodePassageBody(type: number, body: Uint8Array): Decoded<PassageBody> {
  const decoded = PASSAGE.decode(body, 'passage');
  if (!decoded.ok) return decoded;
  const blocks = decodeBlocks(decoded.value.blocks);
  if (!blocks.ok) return blocks;
  const { snrDb, widthS, ...rest } = decoded.value;
  const perChannel = { snrDb: snrDb as PerChannel, widthS: widthS as PerChannel };
  const passage: PassageBody = { ...rest, ...perChannel, blocks: blocks.value };
  return choosePassageType(passage) === type ? succeed(passage) : reject('type', 'passage of another kind');
}
