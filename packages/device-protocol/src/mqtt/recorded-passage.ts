import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { bytes, field, samples } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';
import { decodeJson, encodeJson } from './json-payload.ts';
import { passageSchema, type Passage } from './passage.ts';
import { CHANNELS } from './topic.ts';
import { decodeWaveform, encodeWaveform, WAVEFORM_LENGTH, type Waveform } from './waveform.ts';

// The content of a download packet with a passage.

export const RECORDED_PASSAGE = defineLayout('little-endian', [
  field('u16', 'length', 'of the JSON, in bytes'),
  samples('u8', 'length', 'passage', 'the JSON of `psg`, UTF-8'),
  bytes('waveforms', `up to ${CHANNELS.length} waveforms of ${WAVEFORM_LENGTH} bytes, each channel at most once`),
]);

export interface RecordedPassage {
  readonly passage: Passage;
  readonly waveforms: readonly Waveform[];
}

export function encodeRecordedPassage({ passage, waveforms }: RecordedPassage): Uint8Array<ArrayBuffer> {
  const json = encodeJson(passage);
  const joined = new Uint8Array(waveforms.length * WAVEFORM_LENGTH);
  for (const [at, waveform] of waveforms.entries()) joined.set(encodeWaveform(waveform), at * WAVEFORM_LENGTH);
  return RECORDED_PASSAGE.encode({ length: json.length, passage: json, waveforms: joined });
}

export function decodeRecordedPassage(content: Uint8Array): Decoded<RecordedPassage> {
  const recorded = RECORDED_PASSAGE.decode(content, 'recorded passage');
  if (!recorded.ok) return recorded;
  const reader = new ByteReader(recorded.value.waveforms, RECORDED_PASSAGE.order);
  const count = reader.remaining / WAVEFORM_LENGTH;
  if (!Number.isInteger(count) || count > CHANNELS.length) return reject('length', 'waveforms');
  const passage = decodeJson(passageSchema, recorded.value.passage);
  if (!passage.ok) return passage;
  const waveforms: Waveform[] = [];
  while (reader.remaining > 0) {
    const waveform = decodeWaveform(reader.readBytes(WAVEFORM_LENGTH));
    if (!waveform.ok) return waveform;
    if (waveforms.some(({ channel }) => channel === waveform.value.channel)) return reject('field', 'channel twice');
    waveforms.push(waveform.value);
  }
  return succeed({ passage: passage.value, waveforms });
}
