import type { Place } from '@waymark/domain/geo/great-circle';
import type { Result } from '@waymark/domain/result';

/** Limits the points of a line; no pipeline has more. */
export const MAX_LINE_POINTS = 200_000;

export const TOO_MUCH = 'The file holds more than can be a line.';

export const NOT_STORABLE = 'The file holds a character that cannot be stored.';

/** The lines of a file in their order, or a text for the user. */
export type Pieces = Result<readonly (readonly Place[])[], string>;
