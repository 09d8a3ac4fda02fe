import type { Placement, Size } from '#/ui/window/window-placement.ts';
import type { CoveredEdges } from './free-area.ts';

// Where on the map something can be seen while windows are open.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A mark and its words need at least this much each way, in px. */
const ROOM = 140;

const isRoomy = ({ left, top, right, bottom }: Box) => right - left >= ROOM && bottom - top >= ROOM;
const sizeOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);

/** The largest part of an area beside all windows: left of them, right, above or below. null: they leave no room. */
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

/** What of a map of this size nothing else lies over. */
export function toArea({ top, right, bottom, left }: CoveredEdges, { width, height }: Size): Box {
  return { left, top, right: width - right, bottom: height - bottom };
}

export function toBox({ x, y, width, height }: Placement): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** From the middle of a map of this size to the middle of a box, in px: right and down. */
export function offsetTo({ left, top, right, bottom }: Box, { width, height }: Size): [number, number] {
  return [(left + right - width) / 2, (top + bottom - height) / 2];
}
