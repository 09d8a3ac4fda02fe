import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import { decodeJson, encodeJson } from './json-payload.ts';
import { passageSchema, type Passage } from './passage.ts';
import { CHANNELS } from './topic.ts';
import { decodeWaveform, encodeWaveform, WAVEFORM_LENGTH, type Waveform } from './waveform.ts';

// The content of a download packet that carries a passage: u16 LE length, the passage as JSON, up to three waveforms.

export interface RecordedPassage {
  readonly passage: Passage;
  readonly waveforms: readonly Waveform[];
}

export function encodeRecordedPassage(recorded: RecordedPassage): Uint8Array<ArrayBuffer> {
  const header = encodeJson(recorded.passage);
  const writer = new ByteWriter('little-endian', 4096).writeU16(header.length).writeBytes(header);
  for (const waveform of recorded.waveforms) writer.writeBytes(encodeWaveform(waveform));
  return writer.finish();
}

export function decodeRecordedPassage(bytes: Uint8Array): Decoded<RecordedPassage> {
  const reader = new ByteReader(bytes, 'little-endian');
  const header = reader.readBytes(reader.readU16());
  if (reader.isOverrun) return reject('length', 'recorded passage');
  const count = reader.remaining / WAVEFORM_LENGTH;
  if (!Number.isInteger(count) || count > CHANNELS.length) return reject('length', 'waveforms');
  const passage = decodeJson(passageSchema, header);
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
