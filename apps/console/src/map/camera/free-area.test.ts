import { describe, expect, it } from 'vitest';
import { isUnderPanel, offsetToFreeArea, padFreeArea } from './free-area.ts';

const covered = { top: 48, right: 0, bottom: 236, left: 380 };

describe('the free area of the map', () => {
  it('the free area is centred between drawer, search and table', () => {
    expect(offsetToFreeArea(covered)).toEqual([190, -94]);
    expect(offsetToFreeArea({ top: 0, right: 0, bottom: 0, left: 0 })).toEqual([0, 0]);
  });

  it('the free area has a margin for the markers at its edges', () => {
    expect(padFreeArea(covered, 1440, 850)).toEqual({ top: 88, right: 40, bottom: 276, left: 452 });
  });

  it('the free area is the whole map if hardly anything is left', () => {
    expect(padFreeArea(covered, 440, 850)).toEqual({ top: 0, right: 0, bottom: 0, left: 0 });
    expect(padFreeArea(covered, 1440, 360)).toEqual({ top: 0, right: 0, bottom: 0, left: 0 });
  });

  it.each([
    [-1, false],
    [0, true],
    [419, true],
    [420, false],
  ])('[W-212] a marker at %i px under a panel of 380 px: %s', (x, isUnder) => {
    expect(isUnderPanel(x, covered)).toBe(isUnder);
  });
});
