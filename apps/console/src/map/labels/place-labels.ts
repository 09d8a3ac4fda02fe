import type { Box } from '../camera/free-room.ts';
import { BoxGrid } from '../signs/box-grid.ts';

// Places labels beside their signs, so that none covers another label or anything that is taken.

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A label and the sign that it names, in px of the screen. */
export interface LabelWish {
  readonly id: number;
  readonly at: Point;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLabel {
  readonly id: number;
  readonly box: Box;
  /** From the sign to a label farther away; null: the label is beside it. */
  readonly leader: readonly [from: Point, to: Point] | null;
  /** Where it was placed, for the next time. */
  readonly candidate: number;
}

/** Half of the sign's picture. */
const SIGN_HALF_PX = 16;

/** Above first, then below, beside, and at the corners. */
const DIRECTIONS: readonly (readonly [across: number, down: number])[] = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];
const GAPS_PX = [3, 18, 36, 60, 90, 130];
const CANDIDATES = GAPS_PX.flatMap((gap) => DIRECTIONS.map((direction) => ({ gap, direction })));
/** A label nearer than this needs no line. */
const LEADER_FROM_PX = 10;

/** The start of a side: centred, after the sign and the gap, or before them. */
function startOf(at: number, toSide: number, size: number, gap: number, isCorner: boolean): number {
  if (toSide === 0) return at - size / 2;
  // At a corner the sign is cleared by the other direction.
  const away = gap + (isCorner ? 0 : SIGN_HALF_PX);
  return toSide > 0 ? at + away : at - away - size;
}

function boxOf({ at: { x, y }, width, height }: LabelWish, candidate: number): Box {
  const { gap, direction } = CANDIDATES[candidate] ?? { gap: 0, direction: [0, -1] as const };
  const [across, down] = direction;
  const left = startOf(x, across, width, gap, down !== 0);
  const top = startOf(y, down, height, gap, false);
  return { left, top, right: left + width, bottom: top + height };
}

function findLeader({ x, y }: Point, box: Box): PlacedLabel['leader'] {
  const to = { x: Math.min(Math.max(x, box.left), box.right), y: Math.min(Math.max(y, box.top), box.bottom) };
  const length = Math.hypot(to.x - x, to.y - y);
  if (length - SIGN_HALF_PX < LEADER_FROM_PX) return null;
  const share = SIGN_HALF_PX / length;
  return [{ x: x + (to.x - x) * share, y: y + (to.y - y) * share }, to];
}

const isInside = (box: Box, area: Box) =>
  box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;

/**
 * The labels that have room in the area, those that come first before the others. `before`: their last candidates, so
 * that a label keeps its side while its sign moves.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  taken: Iterable<Box>,
  area: Box,
  before: ReadonlyMap<number, number> = new Map(),
): readonly PlacedLabel[] {
  const grid = new BoxGrid();
  for (const box of taken) grid.add(box);
  for (const { at } of wishes) grid.add(signBox(at));
  return wishes.flatMap((wish) => {
    const last = before.get(wish.id);
    const order = last === undefined ? CANDIDATES.keys() : [last, ...CANDIDATES.keys()];
    for (const candidate of order) {
      const box = boxOf(wish, candidate);
      if (isInside(box, area) && grid.addIfFree(box))
        return [{ id: wish.id, box, leader: findLeader(wish.at, box), candidate }];
    }
    return [];
  });
}

export const signBox = ({ x, y }: Point): Box => ({
  left: x - SIGN_HALF_PX,
  top: y - SIGN_HALF_PX,
  right: x + SIGN_HALF_PX,
  bottom: y + SIGN_HALF_PX,
});
