import { describe, expect, it } from 'vitest';
import { computeRetryMs } from './link.ts';

describe('computeRetryMs', () => {
  it('grows from below a second to below a minute', () => {
    const waits = Array.from({ length: 20 }, (_, attempt) => computeRetryMs('agm-1', attempt));
    expect(waits[0]).toBeLessThanOrEqual(750);
    expect(waits[0]).toBeGreaterThanOrEqual(250);
    expect(Math.max(...waits)).toBeLessThanOrEqual(45_000);
    expect(Math.min(...waits.slice(8))).toBeGreaterThanOrEqual(15_000);
  });

  it('differs between devices', () => {
    const waits = Array.from({ length: 100 }, (_, uid) => Math.round(computeRetryMs(`agm-${uid}`, 3)));
    expect(new Set(waits).size).toBeGreaterThan(80);
  });
});
