import { expect, it } from 'vitest';
import { isNewestFirst, newestFirst, sortHistory, toExportQuery, toPageQuery } from './history-order.ts';

const TIME = 'passageTimeStamp';

it('[H-011, H-012, H-013, H-057] a history begins with page 1 of 15 rows, sorted by time, newest first', () => {
  expect(toPageQuery(newestFirst(TIME), {})).toEqual({
    page: 1,
    rowsPerPage: 15,
    sortBy: 'passageTimeStamp',
    descending: 'true',
  });
});

it('a click on a head sorts ascending, times newest first, and reversed the second time; each returns to page 1', () => {
  const third = { ...newestFirst(TIME), page: 3 };
  const byCount = sortHistory(third, 'detectionCount', TIME);
  expect(byCount).toEqual({ page: 1, sortBy: 'detectionCount', isDescending: false });
  expect(sortHistory(byCount, 'detectionCount', TIME)).toEqual({ ...byCount, isDescending: true });
  expect(sortHistory(byCount, TIME, TIME)).toEqual(newestFirst(TIME));
  expect(sortHistory(newestFirst(TIME), TIME, TIME).isDescending).toBe(false);
});

it('only page 1 with the newest first shows new rows', () => {
  const newest = newestFirst(TIME);
  const orders = [newest, { ...newest, page: 2 }, { ...newest, isDescending: false }, { ...newest, sortBy: 'lat' }];
  expect(orders.map((order) => isNewestFirst(order, TIME))).toEqual([true, false, false, false]);
});

it('a file has all rows in the order and columns of the table', () => {
  const filter = { startDate: '2026-03-08 00:00:00' };
  expect(toExportQuery({ page: 4, sortBy: 'lat', isDescending: false }, filter, ['passageTimeStamp', 'lat'])).toEqual({
    columns: 'passageTimeStamp,lat',
    sortBy: 'lat',
    descending: 'false',
    startDate: '2026-03-08 00:00:00',
  });
});
