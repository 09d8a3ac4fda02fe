// Whether a layer's hosts can be used. A dead host refuses at once; a black-holed one never answers and raises no
// error either, so it is asked for one tile with a limit of time.

export type TileStatus = 'asking' | 'up' | 'down';

export interface TileHealth {
  readonly status: TileStatus;
  /** Tiles that failed since one last came. */
  readonly failures: number;
  /** Questions without an answer since one last came. */
  readonly refusals: number;
}

export type TileEvent = 'answered' | 'refused' | 'tile-came' | 'tile-failed' | 'ask-again';

export const ASKING: TileHealth = { status: 'asking', failures: 0, refusals: 0 };

const MAX_FAILURES = 4;

export function stepTileHealth(health: TileHealth, event: TileEvent): TileHealth {
  switch (event) {
    case 'answered':
      return { status: 'up', failures: 0, refusals: 0 };
    case 'refused':
      return { status: 'down', failures: 0, refusals: health.refusals + 1 };
    case 'tile-came':
      return health.failures === 0 ? health : { ...health, failures: 0 };
    case 'tile-failed':
      return { ...health, failures: health.failures + 1 };
    case 'ask-again':
      return { ...health, failures: 0 };
  }
}

/** Single tiles may be missing; several in a row are a reason to ask the host itself. */
export function isDoubtful({ status, failures }: TileHealth): boolean {
  return status === 'up' && failures >= MAX_FAILURES;
}

const FIRST_RETRY_S = 15;
const LAST_RETRY_S = 240;

/** How long to wait before a host that is down is asked again: longer each time. */
export function chooseRetryDelayS({ refusals }: TileHealth): number {
  return Math.min(FIRST_RETRY_S * 2 ** Math.max(0, refusals - 1), LAST_RETRY_S);
}
