import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { CHANNELS, type Channel } from './topic.ts';

// A passage's samples on one channel, little-endian: version, channel, sensitivity, rate in mHz, then 500 values.
// As 504 integers this is also the `data` of a passage as the documents describe it.

export const WAVEFORM_SAMPLES = 500;
export const WAVEFORM_LENGTH = 8 + 2 * WAVEFORM_SAMPLES;
const VERSION = 1;

export interface Waveform {
  readonly channel: Channel;
  readonly sensitivity: number;
  readonly rateMilliHz: number;
  /** Oldest first; the passage is in the middle. */
  readonly samples: Int16Array;
}

export function encodeWaveform(waveform: Waveform): Uint8Array<ArrayBuffer> {
  return new ByteWriter('little-endian', WAVEFORM_LENGTH)
    .writeI16(VERSION)
    .writeI16(CHANNELS.indexOf(waveform.channel))
    .writeI16(waveform.sensitivity)
    .writeI16(waveform.rateMilliHz)
    .writeI16s(waveform.samples, WAVEFORM_SAMPLES)
    .finish();
}

export function decodeWaveform(bytes: Uint8Array): Decoded<Waveform> {
  if (bytes.length !== WAVEFORM_LENGTH) return reject('length', `${bytes.length} bytes of waveform`);
  const reader = new ByteReader(bytes, 'little-endian');
  if (reader.readI16() !== VERSION) return reject('version', 'waveform');
  const channel = CHANNELS[reader.readI16()];
  if (channel === undefined) return reject('field', 'channel');
  const sensitivity = reader.readI16();
  if (sensitivity < 0 || sensitivity > 6) return reject('field', 'sensitivity');
  const rateMilliHz = reader.readI16();
  if (rateMilliHz <= 0) return reject('field', 'rate');
  return succeed({ channel, sensitivity, rateMilliHz, samples: reader.readI16s(WAVEFORM_SAMPLES) });
}
