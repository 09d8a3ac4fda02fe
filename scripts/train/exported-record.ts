import { z } from 'zod';
import { labelledRecord } from '../../packages/contract/src/routes/passages.ts';
import type { LabelledRecord } from '../../packages/signals/src/scoring/training/simulated-records.ts';

/** Throws an error that says what is wrong with the line. */
export function parseExportedRecord(line: string): LabelledRecord {
  const parsed = labelledRecord.safeParse(JSON.parse(line));
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const { label, data, audio, expectedSpeedMps, ...rest } = parsed.data;
  const isPassage = label === 1;
  return {
    ...rest,
    samples: data,
    audio: audio ?? null,
    expectedSpeedMps: expectedSpeedMps ?? null,
    isPassage,
    kind: isPassage ? 'pig' : 'rejected',
  };
}
