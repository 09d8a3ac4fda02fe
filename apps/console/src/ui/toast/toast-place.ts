import type { Placement, Size } from '../window/window-placement.ts';

// Places toasts at the lower right, unless they would cover a control that the user may need next.

interface Corner {
  readonly right: number;
  readonly bottom: number;
}

type Box = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>;

/** Distance from the edges of the screen, in px. */
export const TOAST_EDGE = 16;
/** Distance between a toast and a control. */
const GAP = 6;
const STEP = 8;

const toBox = ({ right, bottom }: Corner, { width, height }: Size, screen: Size): Box => ({
  left: screen.width - right - width,
  top: screen.height - bottom - height,
  right: screen.width - right,
  bottom: screen.height - bottom,
});

const areOver = (one: Box, other: Box) =>
  one.left < other.right + GAP &&
  other.left < one.right + GAP &&
  one.top < other.bottom + GAP &&
  other.top < one.bottom + GAP;

/** From the bottom up: at the right first, then in the middle, then at the left. */
function listCorners(size: Size, screen: Size): Corner[] {
  const farthest = Math.max(TOAST_EDGE, screen.width - TOAST_EDGE - size.width);
  const columns = [...new Set([TOAST_EDGE, Math.round((TOAST_EDGE + farthest) / 2), farthest])];
  const highest = Math.max(TOAST_EDGE, screen.height - TOAST_EDGE - size.height);
  const rows = Array.from({ length: Math.floor((highest - TOAST_EDGE) / STEP) + 1 }, (_, at) => TOAST_EDGE + at * STEP);
  return columns.flatMap((right) => rows.map((bottom) => ({ right, bottom })));
}

/**
 * The first corner at which toasts of this size cover no control, else the one with the fewest; the current one if it
 * covers none.
 */
export function placeToasts(
  size: Size,
  screen: Size,
  controls: readonly Pick<Placement, 'x' | 'y' | 'width' | 'height'>[],
  current: Corner,
): Corner {
  const boxes = controls.map(({ x, y, width, height }): Box => ({
    left: x,
    top: y,
    right: x + width,
    bottom: y + height,
  }));
  const countCovered = (corner: Corner) => {
    const toasts = toBox(corner, size, screen);
    return boxes.filter((box) => areOver(toasts, box)).length;
  };
  const isInside = current.bottom + size.height <= screen.height && current.right + size.width <= screen.width;
  let [best, least] = [current, isInside ? countCovered(current) : Infinity];
  for (const corner of least === 0 ? [] : listCorners(size, screen)) {
    const covered = countCovered(corner);
    if (covered < least) [best, least] = [corner, covered];
    if (covered === 0) break;
  }
  return best;
}
