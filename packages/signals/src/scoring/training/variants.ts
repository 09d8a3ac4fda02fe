import { RECORD_SAMPLES, type Channel } from '../../sampling.ts';
import { measureFeatures } from '../features/measure-features.ts';
import type { ModelName } from '../model-name.ts';
import { checkRecord, type RecordToScore } from '../record-to-score.ts';
import type { Example } from '../features/feature-set.ts';
import type { LabelledRecord } from './simulated-records.ts';

/**
 * Converts samples to their form after a satellite link: `size` 0 is 10 s, 1 is 20 s. Injected, because this package
 * does not depend on the protocol.
 */
export type ToSnippet = (channel: Channel, samples: Int16Array, size: 0 | 1) => Int16Array;

/** The models that records of a channel can train. */
export const VARIANTS: Readonly<Record<Channel, readonly ModelName[]>> = {
  elf: ['elf', 'elf-snippet'],
  geo: ['geo', 'geo-audio', 'geo-snippet', 'geo-audio-snippet'],
  mag: ['mag', 'mag-snippet'],
};

/** Converts a whole record to the form that the named model receives. */
export function toVariant<R extends RecordToScore>(record: R, name: ModelName, toSnippet: ToSnippet, size: 0 | 1): R {
  const isSnippet = name.endsWith('snippet');
  const audio = name.startsWith('geo-audio') ? record.audio : null;
  if (!isSnippet) return { ...record, audio };
  const whole = Int16Array.from({ length: RECORD_SAMPLES }, (_, at) => record.samples[at] ?? 0);
  return { ...record, audio, isSnippet, samples: toSnippet(record.channel, whole, size) };
}

/** null: the record is invalid. */
export function toExample(record: LabelledRecord): Example | null {
  if (!checkRecord(record).ok) return null;
  return { features: measureFeatures(record), isPassage: record.isPassage, kind: record.kind };
}
