import { expect, it } from 'vitest';
import { limitDrawerHeight, stepDrawerHeight } from './drawer-height.ts';

it('is between 120 px and 60 % of the window', () => {
  expect([50, 236.4, 2000].map((height) => limitDrawerHeight(height, 900))).toEqual([120, 236, 540]);
  expect(limitDrawerHeight(300, 150)).toBe(120);
});

it('follows the keys', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter'];
  expect(keys.map((key) => stepDrawerHeight(key, 236, 900))).toEqual([260, 212, 120, 540, undefined]);
  expect(stepDrawerHeight('ArrowUp', 530, 900)).toBe(540);
});
