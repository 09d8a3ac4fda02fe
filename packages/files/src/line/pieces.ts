import type { Place } from '@waymark/domain/geo/great-circle';
import type { Result } from '@waymark/domain/result';

/** More is no line of a pipeline. */
export const MAX_LINE_POINTS = 200_000;

export const TOO_MUCH = 'The file holds more than can be a line.';

export const NOT_STORABLE = 'The file holds a character that cannot be stored.';

/** The lines of a file in its own order, or words for a person. */
export type Pieces = Result<readonly (readonly Place[])[], string>;
