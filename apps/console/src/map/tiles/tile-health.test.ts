import { describe, expect, it } from 'vitest';
import { ASKING, chooseRetryDelayS, isDoubtful, stepTileHealth, type TileEvent } from './tile-health.ts';

const after = (...events: readonly TileEvent[]) => events.reduce(stepTileHealth, ASKING);

describe("a tile layer's health", () => {
  it('the health is unknown first, and then the answer to the first probe', () => {
    expect(ASKING.status).toBe('asking');
    expect(after('answered').status).toBe('up');
    expect(after('refused').status).toBe('down');
  });

  it('the health is doubtful after four failed tiles in a row', () => {
    expect(isDoubtful(after('answered', 'tile-failed', 'tile-failed', 'tile-failed'))).toBe(false);
    expect(isDoubtful(after('answered', 'tile-failed', 'tile-failed', 'tile-failed', 'tile-failed'))).toBe(true);
    expect(isDoubtful(after('answered', 'tile-failed', 'tile-failed', 'tile-came', 'tile-failed', 'tile-failed'))).toBe(
      false,
    );
  });

  it('the health does not change while the host is probed again', () => {
    expect(after('answered', 'ask-again')).toEqual({ status: 'up', failures: 0, refusals: 0 });
    expect(after('refused', 'ask-again').status).toBe('down');
    expect(after('refused', 'ask-again', 'answered').status).toBe('up');
  });

  it('the health is probed with growing intervals while the host is down', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((refusals) => chooseRetryDelayS({ status: 'down', failures: 0, refusals }));
    expect(delays).toEqual([15, 30, 60, 120, 240, 240]);
  });
});
