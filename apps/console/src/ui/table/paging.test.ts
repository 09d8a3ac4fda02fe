import { expect, it } from 'vitest';
import { describePage, findLastPage, keepPage } from './paging.ts';

it('the range names the shown rows and their total', () => {
  expect([describePage(1, 15, 62), describePage(5, 15, 62), describePage(1, 15, 0)]).toEqual([
    '1–15 of 62',
    '61–62 of 62',
    '0 rows',
  ]);
  expect(describePage(68, 15, 1010)).toBe('1,006–1,010 of 1,010');
});

it('a table has at least one page', () => {
  expect([0, 1, 15, 16].map((rows) => findLastPage(15, rows))).toEqual([1, 1, 1, 2]);
});

it('the page falls back to the last one when the table becomes shorter', () => {
  expect([keepPage(5, 15, 62), keepPage(5, 15, 20), keepPage(2, 15, 0), keepPage(0, 15, 62)]).toEqual([5, 2, 1, 1]);
});
