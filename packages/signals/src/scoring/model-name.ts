import { hasAudio, type RecordToScore } from './record-to-score.ts';

/** A record that is shorter, or that says how it sounded, is judged by a model that has learned from such records. */
export const MODEL_NAMES = [
  'elf',
  'geo',
  'geo-audio',
  'mag',
  'elf-snippet',
  'geo-snippet',
  'geo-audio-snippet',
  'mag-snippet',
] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export function nameModel(record: Pick<RecordToScore, 'channel' | 'audio' | 'isSnippet'>): ModelName {
  const kind = hasAudio(record) ? 'geo-audio' : record.channel;
  return record.isSnippet ? `${kind}-snippet` : kind;
}
