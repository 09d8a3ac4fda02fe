import { expect, it } from 'vitest';
import { layCards } from './cards-layout.ts';

it('layCards puts as many cards beside the search as the map has room for', () => {
  expect([606, 972, 1060, 1338, 3000].map((width) => layCards(width, false).count)).toEqual([1, 2, 2, 3, 4]);
  expect(layCards(606, false)).toEqual({ count: 1, left: 238, top: 16 });
});

it('layCards puts one card under the search if there is no room beside it', () => {
  const underSearch = { count: 1, left: 72, top: 64 };
  expect([605, 300].map((width) => layCards(width, false))).toEqual([underSearch, underSearch]);
});

it('[W-147] layCards puts cards beside search and controls on a low map, or under both', () => {
  expect([1280, 720, 360].map((width) => layCards(width, true))).toEqual([
    { count: 2, left: 394, top: 8 },
    { count: 1, left: 16, top: 52 },
    { count: 1, left: 16, top: 52 },
  ]);
});
