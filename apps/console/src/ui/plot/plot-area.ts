import type { Span } from './plot-model.ts';

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const EDGE = { left: 44, right: 14, top: 12, bottom: 24 } as const;

/** The area inside the axes, in px; `edge` is the space around it. */
export function findArea({ width, height }: PlotSize, edge: PlotArea = EDGE): PlotArea {
  return {
    left: edge.left,
    right: Math.max(edge.left + 1, width - edge.right),
    top: edge.top,
    bottom: Math.max(edge.top + 1, height - edge.bottom),
  };
}

export function toX({ left, right }: PlotArea, across: Span, at: number): number {
  return left + ((at - across.from) / (across.to - across.from)) * (right - left);
}

export function toY({ top, bottom }: PlotArea, up: Span, value: number): number {
  return bottom - ((value - up.from) / (up.to - up.from)) * (bottom - top);
}

/** May be above or below the visible range. */
export function fromY({ top, bottom }: PlotArea, up: Span, y: number): number {
  return up.from + ((bottom - y) / (bottom - top)) * (up.to - up.from);
}

/** The value at a pointer position on the horizontal axis, clamped to the visible range. */
export function fromX({ left, right }: PlotArea, across: Span, x: number): number {
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  return across.from + share * (across.to - across.from);
}
