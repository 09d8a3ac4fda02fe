import { succeed } from '@waymark/domain/result';
import type { Decoded } from '../decode-failure.ts';
import { named, whole, yesNo } from '../layout/conversion.ts';
import { always, bits, field, samples, word } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { MAX_TIME } from '../mqtt/fields.ts';
import { EM_CHANNELS, RSSI_VALUES } from './em-channels.ts';
import { encodeMuLaw, expandMuLaw } from './mu-law.ts';

// 0.96 s of live signal. The geophone is linear, or G.711 mu-law for weak links.

export const GEO_SAMPLES = 960;
export const EM_ROWS = 16;
const VERSION = 1;
const FLAGS_AT = 1;

const HEAD = [
  always('u8', VERSION, 'version'),
  word(
    'u8',
    bits(0, 0, 'isMuLaw', 'form of the geophone samples', yesNo),
    bits(1, 1, 'via', 'the link', named(['cell', 'bt'])),
    bits(2, 7, 'reserved', '', whole(0, 0)),
  ),
  field('u16', 'seq', 'counts the frames, begins again after 65535'),
  field('u64', 't', 'UTC milliseconds of the first sample', whole(0, MAX_TIME)),
  field('u32', 'mag', 'MAG triggers since the device started'),
  field('u32', 'elf', 'ELF triggers'),
  field('u32', 'geo', 'GEO triggers'),
] as const;
const TAIL = [
  samples('i16', EM_ROWS * EM_CHANNELS, 'em', `${EM_ROWS} rows, one for each 60 ms, of the channels 0 to 11 below`),
  samples('i8', RSSI_VALUES, 'rssi', 'the channels 12 to 52 below: dBFS at 10.0, 10.5 … 30.0 Hz'),
] as const;

export const LINEAR_FRAME = defineLayout('little-endian', [
  ...HEAD,
  samples('i16', GEO_SAMPLES, 'geophone', 'one for each ms; full scale is 32768'),
  ...TAIL,
]);
export const MU_LAW_FRAME = defineLayout('little-endian', [
  ...HEAD,
  samples('u8', GEO_SAMPLES, 'geophone', 'one for each ms, as ITU-T G.711 mu-law codes of 16-bit samples'),
  ...TAIL,
]);
export const LINEAR_LENGTH = LINEAR_FRAME.length;
export const MU_LAW_LENGTH = MU_LAW_FRAME.length;

export interface StreamFrame {
  readonly geoLaw: 'linear' | 'mu-law';
  readonly via: 'cell' | 'bt';
  /** Wraps at 65,536; `extendSeq` extends it. */
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
  const { geoLaw, via, seq, t, triggers, geo, em, rssi } = frame;
  const values = { isMuLaw: geoLaw === 'mu-law', via, reserved: 0, seq, t, ...triggers, em, rssi };
  if (geoLaw === 'linear') return LINEAR_FRAME.encode({ ...values, geophone: geo });
  const codes = Uint8Array.from({ length: GEO_SAMPLES }, (_, at) => encodeMuLaw(geo[at] ?? 0));
  return MU_LAW_FRAME.encode({ ...values, geophone: codes });
}

/** The first flag selects one of two forms; without flags the length is wrong for both. */
export function decodeStreamFrame(bytes: Uint8Array): Decoded<StreamFrame> {
  const what = `${bytes.length} bytes of stream`;
  const isMuLaw = ((bytes[FLAGS_AT] ?? 0) & 1) === 1;
  const frame = isMuLaw ? MU_LAW_FRAME.decode(bytes, what) : LINEAR_FRAME.decode(bytes, what);
  if (!frame.ok) return frame;
  const { via, seq, t, mag, elf, geo, geophone, em, rssi } = frame.value;
  return succeed({
    geoLaw: isMuLaw ? 'mu-law' : 'linear',
    via,
    seq,
    t,
    triggers: { mag, elf, geo },
    geo: geophone instanceof Int16Array ? geophone : expandMuLaw(geophone),
    em,
    rssi,
  });
}

/**
 * Extends the 16-bit counter of a frame based on `previous` (null: first frame); a late frame steps back instead of
 * wrapping.
 */
export function extendSeq(previous: number | null, seq: number): number {
  if (previous === null) return seq;
  const step = ((seq - previous + 0x8000) & 0xffff) - 0x8000;
  return Math.max(0, previous + step);
}
