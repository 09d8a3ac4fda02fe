import { hasAudio, type RecordToScore } from './record-to-score.ts';

/** Snippets and records with audio shares have models of their own, trained on such records. */
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
