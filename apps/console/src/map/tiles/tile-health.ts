// Whether a layer's hosts can be used. A dead host refuses at once, but an unreachable one never responds and raises no
// error, so it is probed by one tile with a timeout.

export type TileStatus = 'asking' | 'up' | 'down';

export interface TileHealth {
  readonly status: TileStatus;
  /** Failed tiles since the last successful one. */
  readonly failures: number;
  /** Failed probes since the last successful tile. */
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

/** Single tiles may be missing; several failures in a row cause a probe. */
export function isDoubtful({ status, failures }: TileHealth): boolean {
  return status === 'up' && failures >= MAX_FAILURES;
}

const FIRST_RETRY_S = 15;
const LAST_RETRY_S = 240;

/** The delay before a host that is down is probed again: longer each time. */
export function chooseRetryDelayS({ refusals }: TileHealth): number {
  return Math.min(FIRST_RETRY_S * 2 ** Math.max(0, refusals - 1), LAST_RETRY_S);
}
