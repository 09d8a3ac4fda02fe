import { OUTCOMES, type Outcome } from './ink.ts';
import type { Box, Spot } from './pen.ts';

// Places names beside their signs without overlaps. A name that does not fit is left out; the table has all of them.

const HEIGHT = 8;
const AWAY = 5;

export interface LabelRequest {
  readonly text: string;
  readonly spot: Spot;
  readonly width: number;
  /** Placed before the others. */
  readonly isWanted: boolean;
}

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isWanted: boolean;
}

const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Right, left, above and below, and between them. */
function listPlaces({ spot: [x, y], width }: LabelRequest): Box[] {
  const [right, left, middle] = [x + AWAY, x - AWAY - width, x - width / 2];
  const [above, below, beside] = [y - AWAY - HEIGHT, y + AWAY, y - HEIGHT / 2];
  const corners = [
    [right, beside],
    [left, beside],
    [middle, above],
    [middle, below],
    [right, above],
    [right, below],
    [left, above],
    [left, below],
  ] as const;
  return corners.map(([atX, atY]) => ({ x: atX, y: atY, width, height: HEIGHT }));
}

const CELL = 40;

/** Boxes by the cells of a grid: each is compared with its neighbours only. */
class Taken {
  readonly #cells = new Map<string, Box[]>();

  add(box: Box): void {
    for (const key of this.#listKeys(box)) this.#cells.set(key, [...(this.#cells.get(key) ?? []), box]);
  }

  count(box: Box): number {
    return this.#listKeys(box).reduce(
      (sum, key) => sum + (this.#cells.get(key) ?? []).filter((other) => touches(box, other)).length,
      0,
    );
  }

  #listKeys({ x, y, width, height }: Box): string[] {
    const keys: string[] = [];
    for (let column = Math.floor(x / CELL); column <= (x + width) / CELL; column++)
      for (let row = Math.floor(y / CELL); row <= (y + height) / CELL; row++) keys.push(`${column} ${row}`);
    return keys;
  }
}

const boxAround = ([x, y]: Spot, reach: number): Box => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

interface Room {
  readonly area: Box;
  /** Areas that are already occupied. */
  readonly taken: readonly Box[];
}

/** Prefers places beside the line, never on another name or sign. */
export function placeLabels(
  requests: readonly LabelRequest[],
  line: readonly Spot[],
  { area, taken: furniture }: Room,
): Label[] {
  const [taken, crossed] = [new Taken(), new Taken()];
  for (const box of furniture) taken.add(box);
  for (const { spot } of requests) taken.add(boxAround(spot, 2.5));
  for (const spot of sampleLine(line)) crossed.add(boxAround(spot, 0.5));
  return requests
    .toSorted((one, other) => Number(other.isWanted) - Number(one.isWanted))
    .flatMap((request) => {
      const free = listPlaces(request).filter((place) => isInside(place, area) && taken.count(place) === 0);
      const best = free
        .map((place) => ({ place, hits: crossed.count(place) }))
        .toSorted((one, other) => one.hits - other.hits)[0];
      if (!best || (best.hits > 6 && !request.isWanted)) return [];
      taken.add(best.place);
      return [{ text: request.text, x: best.place.x, y: best.place.y, isWanted: request.isWanted }];
    });
}

/** A spot every few points along the line. */
function sampleLine(line: readonly Spot[]): Spot[] {
  return line.flatMap(([x, y], at): Spot[] => {
    const [fromX, fromY] = line[at - 1] ?? [x, y];
    const count = Math.min(400, Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / 4)));
    return Array.from({ length: count }, (_none, part) => [
      fromX + ((x - fromX) * (part + 1)) / count,
      fromY + ((y - fromY) * (part + 1)) / count,
    ]);
  });
}

export function countSigns(outcomes: readonly Outcome[]): Array<readonly [Outcome, number]> {
  return OUTCOMES.flatMap((outcome) => {
    const count = outcomes.filter((other) => other === outcome).length;
    return count > 0 ? [[outcome, count] as const] : [];
  });
}
