import type { Placement, Size } from '#/ui/window/window-placement.ts';
import type { CoveredEdges } from './free-area.ts';

// The visible part of the map while windows are open.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The minimum width and height for a mark and its text, in px. */
const ROOM = 140;

const isRoomy = ({ left, top, right, bottom }: Box) => right - left >= ROOM && bottom - top >= ROOM;
const sizeOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);

/**
 * The largest part of an area beside all windows: left of them, right, above or below. null: there is too little space.
 */
export function findRoom(area: Box, windows: readonly Box[]): Box | null {
  if (windows.length === 0) return area;
  const edge = (side: keyof Box) => windows.map((box) => box[side]);
  const parts: readonly Box[] = [
    { ...area, right: Math.min(area.right, ...edge('left')) },
    { ...area, left: Math.max(area.left, ...edge('right')) },
    { ...area, bottom: Math.min(area.bottom, ...edge('top')) },
    { ...area, top: Math.max(area.top, ...edge('bottom')) },
  ];
  return parts.filter(isRoomy).toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? null;
}

/** The uncovered part of a map of this size. */
export function toArea({ top, right, bottom, left }: CoveredEdges, { width, height }: Size): Box {
  return { left, top, right: width - right, bottom: height - bottom };
}

export function toBox({ x, y, width, height }: Placement): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** The offset from the middle of a map of this size to the middle of a box, in px: right and down. */
export function offsetTo({ left, top, right, bottom }: Box, { width, height }: Size): [number, number] {
  return [(left + right - width) / 2, (top + bottom - height) / 2];
}
