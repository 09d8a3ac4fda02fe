import { QueryClient } from '@tanstack/react-query';
import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { describe, expect, it } from 'vitest';
import { passagesQuery, type PassageRow } from '../history.data.ts';
import { newestFirst } from '../table/history-order.ts';
import { movesRows, takePassageUpdate, updatePassages } from './passage-update.ts';

const row = (id: number): PassageRow => ({
  ...examplePassageRow,
  passageId: id,
  magId: id,
  elfId: id + 1000,
  geoId: null,
});
const page = { rows: [row(3), row(2), row(1)], count: 41 };
const uid = examplePassageRow.uid;
const verified = { uid, passageIds: [2, 1002], passage: { ...row(2), isVerified: true } };
const deleted = { uid, passageIds: [1002], passage: null };

describe('a passage that was', () => {
  it('verified is shown so, in its place', () => {
    const { rows, count } = updatePassages(page, verified);
    expect([rows.map(({ passageId, isVerified }) => [passageId, isVerified]), count]).toEqual([
      [
        [3, false],
        [2, true],
        [1, false],
      ],
      41,
    ]);
    expect(movesRows(page, verified)).toBe(false);
  });

  it('deleted is gone and no longer counted; another takes its place from the server', () => {
    const { rows, count } = updatePassages(page, deleted);
    expect([rows.map(({ passageId }) => passageId), count]).toEqual([[3, 1], 40]);
    expect(movesRows(page, deleted)).toBe(true);
  });

  it('given another time may stand elsewhere', () => {
    const moved = { ...verified, passage: { ...row(2), passageTimeStamp: '2026-03-16 09:41:57.300' } };
    expect(movesRows(page, moved)).toBe(true);
  });

  it('on another page changes nothing that is shown, and may have come or gone', () => {
    const other = { uid, passageIds: [9], passage: row(9) };
    expect([updatePassages(page, other), movesRows(page, other)]).toEqual([page, true]);
  });
});

it('all pages of the device that are known follow, and those of others do not', () => {
  const client = new QueryClient();
  const key = (of: number, pageNumber: number) =>
    passagesQuery(of, { ...newestFirst('passageTimeStamp'), page: pageNumber }, {}).queryKey;
  client.setQueryData(key(uid, 1), page);
  client.setQueryData(key(7, 1), page);
  expect(takePassageUpdate(client, verified)).toBe(false);
  const isVerified = (of: number) => client.getQueryData(key(of, 1))?.rows[1]?.isVerified;
  expect([isVerified(uid), isVerified(7)]).toEqual([true, false]);
  expect(takePassageUpdate(client, deleted)).toBe(true);
  expect(client.getQueryData(key(uid, 1))?.count).toBe(40);
});
