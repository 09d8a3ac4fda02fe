import type { shownRun } from '@waymark/contract/runs/shown-run';
import type { z } from 'zod';

/** A run as the server shows it without a sign-in. */
export type ShownRun = z.output<typeof shownRun>;
export type ShownArrival = NonNullable<ShownRun['next']>;
