import type { Channel } from '../packages/signals/src/sampling.ts';
import { judgeRecords } from '../packages/signals/src/scoring/training/judge-records.ts';
import { measureQuality, type Quality } from '../packages/signals/src/scoring/training/quality.ts';
import { drawRecord, type LabelledRecord } from '../packages/signals/src/scoring/training/simulated-records.ts';
import { toVariant } from '../packages/signals/src/scoring/training/variants.ts';
import { toSnippet } from '../scripts/train/to-snippet.ts';

/** Seeds that no training uses. */
export function drawFresh(channel: Channel, count: number): LabelledRecord[] {
  return Array.from({ length: count }, (_, index) => drawRecord(channel, 'fresh', index));
}

export function measureWhole(records: readonly LabelledRecord[]): Quality {
  return measureQuality(judgeRecords(records));
}

export function measureWithoutSound(records: readonly LabelledRecord[]): Quality {
  return measureWhole(records.map((record) => ({ ...record, audio: null })));
}

export function measureSnippets(records: readonly LabelledRecord[]): Quality {
  return measureWhole(
    records.map((record, index) => {
      const name = record.channel === 'geo' ? 'geo-audio-snippet' : (`${record.channel}-snippet` as const);
      return toVariant(record, name, toSnippet, index % 4 < 2 ? 0 : 1);
    }),
  );
}
