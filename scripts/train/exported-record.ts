import { z } from 'zod';
import { AUDIO_BANDS } from '../../packages/signals/src/audio-bands.ts';
import { CHANNELS, RECORD_SAMPLES } from '../../packages/signals/src/sampling.ts';
import type { LabelledRecord } from '../../packages/signals/src/scoring/training/simulated-records.ts';

/** One line of an export; docs/scoring.md describes it. */
const exportedRecordSchema = z.strictObject({
  channel: z.enum(CHANNELS),
  label: z.union([z.literal(0), z.literal(1)]),
  samplingRate: z.number(),
  data: z.array(z.int().min(-0x8000).max(0x7fff)).length(RECORD_SAMPLES),
  audio: z.array(z.number().min(0).max(255)).length(AUDIO_BANDS).nullish(),
  isSnippet: z.boolean(),
  expectedSpeedMps: z.number().positive().nullish(),
});

/** Throws what is wrong with the line, for a person. */
export function parseExportedRecord(line: string): LabelledRecord {
  const parsed = exportedRecordSchema.safeParse(JSON.parse(line));
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
