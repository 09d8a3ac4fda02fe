import type { Placement, Size } from '#/ui/window/window-placement.ts';
import type { CoveredEdges } from './free-area.ts';

// The visible part of the map beside cards, sheets and windows.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The minimum width and height for a mark and its text, in px. */
const ROOM = 140;

const isRoomy = ({ left, top, right, bottom }: Box) => right - left >= ROOM && bottom - top >= ROOM;

/** How large something of this shape can be in a box. */
const scaleIn = ({ left, top, right, bottom }: Box, { width, height }: Size) =>
  Math.min((right - left) / width, (bottom - top) / height);

const areaOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);

const overlaps = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** All boxes whose edges are those of the area and of what covers it. */
function* listParts(area: Box, covers: readonly Box[]): Iterable<Box> {
  const across = (at: number) => at > area.left && at < area.right;
  const down = (at: number) => at > area.top && at < area.bottom;
  const lefts = [area.left, ...covers.map(({ right }) => right).filter(across)];
  const rights = [area.right, ...covers.map(({ left }) => left).filter(across)];
  const tops = [area.top, ...covers.map(({ bottom }) => bottom).filter(down)];
  const bottoms = [area.bottom, ...covers.map(({ top }) => top).filter(down)];
  for (const left of lefts)
    for (const right of rights)
      for (const top of tops) for (const bottom of bottoms) yield { left, top, right, bottom };
}

/**
 * The largest part of an area that nothing covers; with a shape, the part in which the shape can be largest. null: there
 * is too little space.
 */
export function findRoom(area: Box, covers: readonly Box[], shape?: Size): Box | null {
  const isBetter = (part: Box, than: Box) => {
    const [scale, other] = shape ? [scaleIn(part, shape), scaleIn(than, shape)] : [0, 0];
    return scale === other ? areaOf(part) > areaOf(than) : scale > other;
  };
  let best: Box | null = null;
  for (const part of listParts(area, covers)) {
    if (!isRoomy(part) || covers.some((cover) => overlaps(cover, part))) continue;
    if (!best || isBetter(part, best)) best = part;
  }
  return best;
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

/** The margin for markers at the edge of a fitted view, and on the left for the map's controls. */
const MARKER_ROOM = 40;
const CONTROLS_ROOM = 72;

/** The edges of a map around a part of it, with margins that leave at least half of the part. */
export function padPart(
  { left, top, right, bottom }: Box,
  { width, height }: Size,
  roomPx = 0,
  rightPx = 0,
): CoveredEdges {
  const [most, tallest] = [(right - left) / 4, (bottom - top) / 4];
  const upright = Math.min(MARKER_ROOM + roomPx, tallest);
  return {
    top: top + upright,
    right: width - right + Math.min(MARKER_ROOM + roomPx + rightPx, most),
    bottom: height - bottom + upright,
    left: left + Math.min(CONTROLS_ROOM + roomPx, most),
  };
}
