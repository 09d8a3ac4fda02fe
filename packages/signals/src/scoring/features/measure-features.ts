import { hasAudio, type RecordToScore } from '../record-to-score.ts';
import { measureElf } from './elf-features.ts';
import type { FeatureSet } from './feature-set.ts';
import { measureGeo } from './geo-features.ts';
import { measureMag } from './mag-features.ts';

/** Expects a valid record. */
export function measureFeatures(record: RecordToScore): FeatureSet {
  const samples = Float64Array.from(record.samples);
  switch (record.channel) {
    case 'elf':
      return measureElf(samples, record.expectedSpeedMps);
    case 'geo':
      return measureGeo(samples, record.expectedSpeedMps, hasAudio(record) ? record.audio : null);
    case 'mag':
      return measureMag(samples, record.expectedSpeedMps);
  }
}
