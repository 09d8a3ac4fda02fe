import { expect, it } from 'vitest';
import { limitDrawerHeight, stepDrawerHeight } from './drawer-height.ts';

it('[W-143] the drawer is between 120 px and half of the window', () => {
  expect([50, 236.4, 2000].map((height) => limitDrawerHeight(height, 900))).toEqual([120, 236, 450]);
  expect(limitDrawerHeight(300, 150)).toBe(120);
  // 1440 × 900 at 200 %
  expect(limitDrawerHeight(236, 450)).toBe(225);
});

it('the drawer height changes with the keys', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter'];
  expect(keys.map((key) => stepDrawerHeight(key, 236, 900))).toEqual([260, 212, 120, 450, undefined]);
  expect(stepDrawerHeight('ArrowUp', 440, 900)).toBe(450);
});
