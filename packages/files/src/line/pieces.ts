import type { Place } from '@waymark/domain/geo/great-circle';
import type { Result } from '@waymark/domain/result';
import type { LineFault } from '@waymark/domain/words/line-faults';

/** Limits the points of a line; no pipeline has more. */
export const MAX_LINE_POINTS = 200_000;

/** The lines of a file in their order. */
export type Pieces = Result<readonly (readonly Place[])[], LineFault>;
