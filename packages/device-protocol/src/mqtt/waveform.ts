import type { Decoded } from '../decode-failure.ts';
import { named, whole } from '../layout/conversion.ts';
import { always, field, samples } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { CHANNELS, type Channel } from './topic.ts';

// Samples of a passage on one channel. As 504 integers they are also the `data` of a passage in the documents.

export const WAVEFORM_SAMPLES = 500;
const VERSION = 1;

export const WAVEFORM = defineLayout('little-endian', [
  always('i16', VERSION, 'version'),
  field('i16', 'channel', 'as in the topic', named(CHANNELS)),
  field('i16', 'sensitivity', 'of the detector; of GEO `geoMode` × 2', whole(0, 6)),
  field('i16', 'rateMilliHz', 'samples in 1000 s: 16667', whole(1, 0x7fff)),
  samples('i16', WAVEFORM_SAMPLES, 'samples', 'the oldest first, the passage in the middle; full scale is 32768'),
]);
export const WAVEFORM_LENGTH = WAVEFORM.length;

export interface Waveform {
  readonly channel: Channel;
  readonly sensitivity: number;
  readonly rateMilliHz: number;
  /** Oldest first; the passage is in the middle. */
  readonly samples: Int16Array;
}

export function encodeWaveform(waveform: Waveform): Uint8Array<ArrayBuffer> {
  return WAVEFORM.encode(waveform);
}

export function decodeWaveform(bytes: Uint8Array): Decoded<Waveform> {
  return WAVEFORM.decode(bytes, `${bytes.length} bytes of waveform`);
}
