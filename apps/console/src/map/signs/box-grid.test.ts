import { expect, it } from 'vitest';
import { BoxGrid, overlap } from './box-grid.ts';

const at = (left: number, top: number, size = 20) => ({ left, top, right: left + size, bottom: top + size });

function makeGrid(...boxes: readonly ReturnType<typeof at>[]) {
  const grid = new BoxGrid();
  for (const box of boxes) grid.add(box);
  return grid;
}

it('boxes that only touch do not overlap', () => {
  expect(overlap(at(0, 0), at(20, 0))).toBe(false);
  expect(overlap(at(0, 0), at(0, 20))).toBe(false);
  expect(overlap(at(0, 0), at(19, 19))).toBe(true);
  expect(overlap(at(0, 0, 100), at(40, 40))).toBe(true);
});

it('BoxGrid finds a box that begins in another cell', () => {
  const grid = makeGrid(at(50, 50));
  expect(grid.isFree(at(65, 65))).toBe(false);
  expect(grid.isFree(at(70, 70))).toBe(true);
  expect(grid.isFree(at(30, 50))).toBe(true);
});

it('BoxGrid finds a box that covers many cells from each of them', () => {
  const grid = makeGrid(at(0, 0, 500));
  for (const [left, top] of [
    [10, 10],
    [250, 250],
    [470, 10],
    [10, 470],
  ] as const)
    expect(grid.isFree(at(left, top))).toBe(false);
  expect(grid.isFree(at(500, 0))).toBe(true);
});

it('BoxGrid finds boxes left of and above the origin', () => {
  const grid = makeGrid(at(-30, -90));
  expect(grid.isFree(at(-15, -80))).toBe(false);
  expect(grid.isFree(at(-10, -90))).toBe(true);
});

it('BoxGrid does not confuse boxes of distant rows and columns', () => {
  const grid = makeGrid(at(64, 0), at(0, 64 * 1000));
  expect(grid.isFree(at(0, 64))).toBe(true);
  expect(grid.isFree(at(0, 64 * 1001))).toBe(true);
});

it('BoxGrid adds a box only if there is room for it', () => {
  const grid = makeGrid();
  expect([grid.addIfFree(at(0, 0)), grid.addIfFree(at(10, 0)), grid.addIfFree(at(20, 0))]).toEqual([true, false, true]);
  // The refused box does not take room.
  expect(grid.isFree(at(40, 0))).toBe(true);
});
