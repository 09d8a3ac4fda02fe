import type { OwnSpreads } from '@waymark/domain/run/spread';
import { z } from 'zod';

const marks = z.array(z.tuple([z.number(), z.number(), z.number()]).nullable());

/** What a company's completed runs have taught of how far its arrivals are off; by experience, then by markers ahead. */
export const ownSpreads = z.object({
  runs: z.int().positive(),
  marks: z.object({ none: marks, unsure: marks, gas: marks, liquid: marks }),
}) satisfies z.ZodType<OwnSpreads>;
