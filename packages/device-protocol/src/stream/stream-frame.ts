import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { MAX_TIME } from '../mqtt/fields.ts';
import { encodeMuLaw, expandMuLaw } from './mu-law.ts';

// 0.96 s of live signal, little-endian: u8 version, u8 flags, u16 seq, u64 time, u32 × 3 triggers,
// 960 geophone samples, 16 rows of 12 channels, one vector of 41 RSSI values.

export const GEO_SAMPLES = 960;
export const EM_ROWS = 16;
export const EM_CHANNELS = 12;
export const RSSI_VALUES = 41;
const VERSION = 1;
const FLAG_MU_LAW = 1;
const FLAG_BLUETOOTH = 2;
const HEADER_LENGTH = 24;
const TAIL_LENGTH = EM_ROWS * EM_CHANNELS * 2 + RSSI_VALUES;
export const LINEAR_LENGTH = HEADER_LENGTH + GEO_SAMPLES * 2 + TAIL_LENGTH;
export const MU_LAW_LENGTH = HEADER_LENGTH + GEO_SAMPLES + TAIL_LENGTH;

export interface StreamFrame {
  readonly geoLaw: 'linear' | 'mu-law';
  readonly via: 'cell' | 'bt';
  /** Wraps at 65,536; `extendSeq` continues it. */
  readonly seq: number;
  /** UTC milliseconds of the first sample. */
  readonly t: number;
  /** Triggers since the device started. */
  readonly triggers: { readonly mag: number; readonly elf: number; readonly geo: number };
  /** Full scale is 32768. */
  readonly geo: Int16Array;
  /** Row after row: MAG, ELF, both raw, MAG x y z, three ELF envelopes, geophone peak and rms. */
  readonly em: Int16Array;
  /** dBFS at 10.0, 10.5 … 30.0 Hz. */
  readonly rssi: Int8Array;
}

export function encodeStreamFrame(frame: StreamFrame): Uint8Array<ArrayBuffer> {
  const isMuLaw = frame.geoLaw === 'mu-law';
  const writer = new ByteWriter('little-endian', LINEAR_LENGTH)
    .writeU8(VERSION)
    .writeU8((isMuLaw ? FLAG_MU_LAW : 0) | (frame.via === 'bt' ? FLAG_BLUETOOTH : 0))
    .writeU16(frame.seq)
    .writeU64(frame.t)
    .writeU32(frame.triggers.mag)
    .writeU32(frame.triggers.elf)
    .writeU32(frame.triggers.geo);
  if (isMuLaw) writer.writeBytes(Uint8Array.from({ length: GEO_SAMPLES }, (_, at) => encodeMuLaw(frame.geo[at] ?? 0)));
  else writer.writeI16s(frame.geo, GEO_SAMPLES);
  return writer
    .writeI16s(frame.em, EM_ROWS * EM_CHANNELS)
    .writeI8s(frame.rssi, RSSI_VALUES)
    .finish();
}

export function decodeStreamFrame(bytes: Uint8Array): Decoded<StreamFrame> {
  const reader = new ByteReader(bytes, 'little-endian');
  if (bytes.length < HEADER_LENGTH) return reject('length', `${bytes.length} bytes of stream`);
  if (reader.readU8() !== VERSION) return reject('version', 'stream');
  const flags = reader.readU8();
  if (flags > (FLAG_MU_LAW | FLAG_BLUETOOTH)) return reject('field', 'flags');
  const isMuLaw = (flags & FLAG_MU_LAW) !== 0;
  if (bytes.length !== (isMuLaw ? MU_LAW_LENGTH : LINEAR_LENGTH))
    return reject('length', `${bytes.length} bytes of stream`);
  const seq = reader.readU16();
  const t = reader.readU64();
  if (t > MAX_TIME) return reject('field', 't');
  const triggers = { mag: reader.readU32(), elf: reader.readU32(), geo: reader.readU32() };
  const geo = isMuLaw ? expandMuLaw(reader.readBytes(GEO_SAMPLES)) : reader.readI16s(GEO_SAMPLES);
  return succeed({
    geoLaw: isMuLaw ? 'mu-law' : 'linear',
    via: flags & FLAG_BLUETOOTH ? 'bt' : 'cell',
    seq,
    t,
    triggers,
    geo,
    em: reader.readI16s(EM_ROWS * EM_CHANNELS),
    rssi: reader.readI8s(RSSI_VALUES),
  });
}

/** The count that continues `previous` (null: begins) with a frame's 16 bits; a late frame steps back, not a round on. */
export function extendSeq(previous: number | null, seq: number): number {
  if (previous === null) return seq;
  const step = ((seq - previous + 0x8000) & 0xffff) - 0x8000;
  return Math.max(0, previous + step);
}
