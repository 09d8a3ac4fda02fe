import type { OwnSpreads } from '@waymark/domain/run/estimate/spread';
import { z } from 'zod';

const marks = z.array(z.tuple([z.number(), z.number(), z.number()]).nullable());

/** The error distribution learned from a company's completed runs; by experience, then by markers ahead. */
export const ownSpreads = z.object({
  runs: z.int().positive(),
  marks: z.object({ none: marks, unsure: marks, gas: marks, liquid: marks }),
}) satisfies z.ZodType<OwnSpreads>;
