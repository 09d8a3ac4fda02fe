import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { describe, expect, it } from 'vitest';
import { findPlace, type PassageRow } from './passage-place.ts';

const rowOf = (passageId: number): PassageRow => ({
  ...examplePassageRow,
  passageId,
  magId: passageId,
  elfId: passageId + 1,
  geoId: null,
});
const newestFirst = [50, 40, 30, 20, 10].map(rowOf);

function look(passageId: number, { from, to }: { readonly from: number; readonly to: number }) {
  const newer = newestFirst.slice(0, to + 1).toReversed();
  return findPlace(passageId, {
    newer: { rows: newer, count: newer.length },
    older: { rows: newestFirst.slice(from), count: 9 },
    total: 5,
  });
}

const tell = (place: ReturnType<typeof look>) =>
  place && [place.position, place.newer?.passageId ?? null, place.older?.passageId ?? null];

describe('the place of a passage', () => {
  it('[P-007] a passage is between the row above and the row below, counted from the newest', () => {
    expect(tell(look(40, { from: 1, to: 1 }))).toEqual([2, 50, 30]);
  });

  it('a passage is found by any of its records', () => {
    expect(tell(look(41, { from: 1, to: 1 }))).toEqual([2, 50, 30]);
  });

  it('a passage at either end has no neighbour beyond it', () => {
    expect(tell(look(50, { from: 0, to: 0 }))).toEqual([1, null, 40]);
    expect(tell(look(10, { from: 4, to: 4 }))).toEqual([5, 20, null]);
  });

  it('passages of the same time have different positions', () => {
    expect(tell(look(30, { from: 1, to: 3 }))).toEqual([3, 40, 20]);
  });

  it('the position is null if the passage is missing among its neighbours', () => {
    expect(look(99, { from: 1, to: 1 })).toBeNull();
  });
});
