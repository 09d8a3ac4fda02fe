import { describe, expect, it } from 'vitest';
import { parseUnit } from './distance-unit.ts';
import { formatDistance } from './distance.view.ts';

describe('a distance', () => {
  it('[R-125] a distance is in feet unless metres are chosen', () => {
    expect([parseUnit(null), parseUnit('meters'), parseUnit('miles')]).toEqual(['feet', 'meters', 'feet']);
    expect(formatDistance(1000, 'feet')).toBe('3,281 ft');
    expect([640.4, 9999, 68_312].map((metres) => formatDistance(metres, 'meters'))).toEqual([
      '640 m',
      '9,999 m',
      '68.3 km',
    ]);
  });
});
