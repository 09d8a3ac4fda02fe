import type { Box } from '../camera/free-room.ts';

const CELL_PX = 64;
/** More rows than a map has at its highest zoom. */
const ROWS = 2 ** 26;

/** Boxes on the screen, found by their cells: a search looks at its neighbourhood only. */
export class BoxGrid {
  readonly #cells = new Map<number, Box[]>();

  add(box: Box): void {
    for (const cell of listCells(box)) {
      const boxes = this.#cells.get(cell);
      if (boxes) boxes.push(box);
      else this.#cells.set(cell, [box]);
    }
  }

  /** Whether no box overlaps this one; boxes that only touch do not. */
  isFree(wanted: Box): boolean {
    for (const cell of listCells(wanted)) {
      for (const box of this.#cells.get(cell) ?? []) if (overlap(box, wanted)) return false;
    }
    return true;
  }

  /** Adds the box if there is room for it. */
  addIfFree(box: Box): boolean {
    if (!this.isFree(box)) return false;
    this.add(box);
    return true;
  }
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function listCells({ left, top, right, bottom }: Box): number[] {
  const cells: number[] = [];
  const [lastColumn, lastRow] = [Math.floor(right / CELL_PX), Math.floor(bottom / CELL_PX)];
  for (let column = Math.floor(left / CELL_PX); column <= lastColumn; column++) {
    for (let row = Math.floor(top / CELL_PX); row <= lastRow; row++) cells.push(column * ROWS + row);
  }
  return cells;
}
