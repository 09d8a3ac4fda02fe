import { z } from 'zod';
import { commandId } from './fields.ts';

// A request to send packets of a download again.

export const MAX_MISSING_RANGES = 200;
export const MAX_PACKETS = 0xffff;

const n = z.int().min(1).max(MAX_PACKETS);

/** First and last number, inclusive. Numbers beyond the last packet are ignored. */
const range = z.tuple([n, n]).refine(([first, last]) => first <= last, 'not a range');

export const downloadAgainSchema = z.object({
  session: commandId.describe('the id of the command that asked for the download'),
  missing: z.array(range).min(1).max(MAX_MISSING_RANGES).describe('first and last number of each range of packets'),
});
export type DownloadAgain = z.output<typeof downloadAgainSchema>;
