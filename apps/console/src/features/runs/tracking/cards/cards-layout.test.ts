import { expect, it } from 'vitest';
import { layCards } from './cards-layout.ts';

it('cards stand beside the search, as many as the map has room for', () => {
  expect([606, 972, 1060, 1338, 3000].map((width) => layCards(width))).toEqual([
    { count: 1, isUnderSearch: false },
    { count: 2, isUnderSearch: false },
    { count: 2, isUnderSearch: false },
    { count: 3, isUnderSearch: false },
    { count: 4, isUnderSearch: false },
  ]);
});

it('one stands under it where there is none', () => {
  expect([605, 300].map((width) => layCards(width))).toEqual([
    { count: 1, isUnderSearch: true },
    { count: 1, isUnderSearch: true },
  ]);
});
