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

describe('a changed passage', () => {
  it('a verified passage is updated in place', () => {
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

  it('a deleted passage is removed from page and count, and the server supplies another', () => {
    const { rows, count } = updatePassages(page, deleted);
    expect([rows.map(({ passageId }) => passageId), count]).toEqual([[3, 1], 40]);
    expect(movesRows(page, deleted)).toBe(true);
  });

  it('a passage with a changed time may move', () => {
    const moved = { ...verified, passage: { ...row(2), passageTimeStamp: '2026-03-16 09:41:57.300' } };
    expect(movesRows(page, moved)).toBe(true);
  });

  it('a passage of another page changes no visible row, but the page may have to be reloaded', () => {
    const other = { uid, passageIds: [9], passage: row(9) };
    expect([updatePassages(page, other), movesRows(page, other)]).toEqual([page, true]);
  });
});

it('all loaded pages of the device are updated, those of other devices are not', () => {
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
