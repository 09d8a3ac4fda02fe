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

/** Inside of the axes, in px. */
export function findArea({ width, height }: PlotSize): PlotArea {
  return { left: EDGE.left, right: Math.max(EDGE.left + 1, width - EDGE.right), top: EDGE.top, bottom: Math.max(EDGE.top + 1, height - EDGE.bottom) };
}

export function toX({ left, right }: PlotArea, across: Span, at: number): number {
  return left + ((at - across.from) / (across.to - across.from)) * (right - left);
}

export function toY({ top, bottom }: PlotArea, up: Span, value: number): number {
  return bottom - ((value - up.from) / (up.to - up.from)) * (bottom - top);
}

/** Where a pointer is on the axis across, not outside of what is shown. */
export function fromX({ left, right }: PlotArea, across: Span, x: number): number {
  const share = Math.min(1, Math.max(0, (x - left) / (right - left)));
  return across.from + share * (across.to - across.from);
}
