import { describe, expect, it } from 'vitest';
import { isUnderPanel } from './free-area.ts';

const covered = { top: 48, right: 0, bottom: 236, left: 380 };

describe('the free area of the map', () => {
  it.each([
    [-1, false],
    [0, true],
    [419, true],
    [420, false],
  ])('[W-212] a marker at %i px under a panel of 380 px: %s', (x, isUnder) => {
    expect(isUnderPanel(x, covered)).toBe(isUnder);
  });
});
