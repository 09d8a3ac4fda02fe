// Position and size of a floating window, in px inside the layer that contains all windows.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Placement extends Size {
  readonly x: number;
  readonly y: number;
}

export const minWindow: Size = { width: 420, height: 305 };

const margin = 16;
const cascadeStep = 28;

const clamp = (value: number, low: number, high: number) =>
  Math.round(Math.min(Math.max(value, low), Math.max(low, high)));

/** The nearest placement that lies completely inside the layer; a layer smaller than the smallest window is filled. */
export function keepInside(wanted: Placement, layer: Size): Placement {
  const width = Math.min(clamp(wanted.width, minWindow.width, layer.width), layer.width);
  const height = Math.min(clamp(wanted.height, minWindow.height, layer.height), layer.height);
  return {
    x: clamp(wanted.x, 0, layer.width - width),
    y: clamp(wanted.y, 0, layer.height - height),
    width,
    height,
  };
}

/**
 * The default place of a window: at the right, a little below the layer's top, where it covers the least of the map.
 */
export function placeFirst(size: Size, layer: Size): Placement {
  return keepInside({ ...size, x: layer.width - size.width - margin * 2, y: margin * 2 }, layer);
}

/**
 * Beside another window: left if there is space, else right, else below. Without space it covers the other's lower left
 * corner, so that its bar and first rows stay visible.
 */
export function placeBeside(size: Size, other: Placement, layer: Size): Placement {
  const left = other.x - margin - size.width;
  const right = other.x + other.width + margin;
  const below = other.y + other.height + margin;
  const at = (x: number, y: number) => keepInside({ ...size, x, y }, layer);
  if (left >= 0) return at(left, other.y);
  if (right + size.width <= layer.width) return at(right, other.y);
  if (below + size.height <= layer.height) return at(other.x + other.width - size.width, below);
  return at(other.x, layer.height - margin - size.height);
}

const areOver = (one: Placement, other: Placement) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/**
 * Below what must stay visible, or left of it; reduced in height at the layer's end, but not below the smallest window.
 */
export function keepClear(wanted: Placement, clear: readonly Placement[], layer: Size): Placement {
  const placed = keepInside(wanted, layer);
  const covered = clear.filter((each) => areOver(placed, each));
  if (covered.length === 0) return placed;
  const below = Math.max(...clear.map(({ y, height }) => y + height)) + margin;
  const beside = Math.min(...clear.map(({ x }) => x)) - margin - placed.width;
  if (below + placed.height <= layer.height) return { ...placed, y: below };
  if (beside >= 0) return { ...placed, x: beside };
  const height = Math.max(minWindow.height, layer.height - below - margin);
  return keepInside({ ...placed, y: below, height }, layer);
}

/**
 * Moves the window down and right until it covers no corner of another one; starts again at the top left when the layer
 * ends.
 */
export function stepAside(wanted: Placement, others: readonly Placement[], layer: Size): Placement {
  let placed = keepInside(wanted, layer);
  const covers = (other: Placement) =>
    Math.abs(other.x - placed.x) < cascadeStep && Math.abs(other.y - placed.y) < cascadeStep;
  for (let tries = 0; tries < others.length && others.some(covers); tries += 1) {
    const next = { ...placed, x: placed.x + cascadeStep, y: placed.y + cascadeStep };
    const fits = next.x + next.width <= layer.width && next.y + next.height <= layer.height;
    placed = keepInside(fits ? next : { ...placed, x: margin, y: margin }, layer);
  }
  return placed;
}

export function moveWindow(from: Placement, dx: number, dy: number, layer: Size): Placement {
  return keepInside({ ...from, x: from.x + dx, y: from.y + dy }, layer);
}

/** The fixed sizes of a kind of window, which cannot be resized by the pointer. */
export interface FixedSizes {
  /** Maximised it is as wide as the layer, and at most this high. */
  readonly maximisedHeight?: number | undefined;
  /** On a phone it is over the map instead of filling the screen. */
  readonly phone?: (Size & { readonly maximisedHeight: number }) | undefined;
}

/** The size of a window independent of its placement; undefined: it uses its placement, or fills the layer. */
export function findFixedSize(
  { maximisedHeight, phone }: FixedSizes,
  isMaximised: boolean,
  isPhone: boolean,
  layer: Size,
): Size | undefined {
  if (isPhone) {
    if (!phone) return undefined;
    const height = isMaximised ? phone.maximisedHeight : phone.height;
    return { width: Math.min(phone.width, layer.width), height: Math.min(height, layer.height) };
  }
  if (!isMaximised || maximisedHeight === undefined) return undefined;
  return { width: layer.width, height: Math.min(maximisedHeight, layer.height) };
}

/** The edges that a resize handle moves: a compass direction. */
export type ResizeEdge = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

export const resizeEdges: readonly ResizeEdge[] = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'];

/** Moves one or two edges; the others stay, also if the window reaches its minimum size or the layer's edge. */
export function resizeWindow(from: Placement, edge: ResizeEdge, dx: number, dy: number, layer: Size): Placement {
  const across = resizeSpan(
    from.x,
    from.width,
    edge.includes('w'),
    edge.includes('e'),
    dx,
    minWindow.width,
    layer.width,
  );
  const down = resizeSpan(
    from.y,
    from.height,
    edge.includes('n'),
    edge.includes('s'),
    dy,
    minWindow.height,
    layer.height,
  );
  return keepInside({ x: across.start, width: across.length, y: down.start, height: down.length }, layer);
}

function resizeSpan(
  start: number,
  length: number,
  movesStart: boolean,
  movesEnd: boolean,
  by: number,
  least: number,
  room: number,
) {
  const end = start + length;
  if (movesStart) {
    const moved = clamp(start + by, 0, end - least);
    return { start: moved, length: end - moved };
  }
  if (movesEnd) return { start, length: clamp(length + by, least, room - start) };
  return { start, length };
}
