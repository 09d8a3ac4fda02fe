import { describe, expect, it } from 'vitest';
import { ASKING, chooseRetryDelayS, isDoubtful, stepTileHealth, type TileEvent } from './tile-health.ts';

const after = (...events: readonly TileEvent[]) => events.reduce(stepTileHealth, ASKING);

describe("a tile layer's health", () => {
  it('is unknown, then what the first question says', () => {
    expect(ASKING.status).toBe('asking');
    expect(after('answered').status).toBe('up');
    expect(after('refused').status).toBe('down');
  });

  it('is doubtful after four failed tiles in a row', () => {
    expect(isDoubtful(after('answered', 'tile-failed', 'tile-failed', 'tile-failed'))).toBe(false);
    expect(isDoubtful(after('answered', 'tile-failed', 'tile-failed', 'tile-failed', 'tile-failed'))).toBe(true);
    expect(isDoubtful(after('answered', 'tile-failed', 'tile-failed', 'tile-came', 'tile-failed', 'tile-failed'))).toBe(
      false,
    );
  });

  it('stays as it was while the host is asked again', () => {
    expect(after('answered', 'ask-again')).toEqual({ status: 'up', failures: 0, refusals: 0 });
    expect(after('refused', 'ask-again').status).toBe('down');
    expect(after('refused', 'ask-again', 'answered').status).toBe('up');
  });

  it('is asked for less and less often while it is down', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((refusals) => chooseRetryDelayS({ status: 'down', failures: 0, refusals }));
    expect(delays).toEqual([15, 30, 60, 120, 240, 240]);
  });
});
