import { project, type Span } from '@waymark/domain/chart/axis';

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
  return project(across, at, left, right);
}

export function toY({ top, bottom }: PlotArea, up: Span, value: number): number {
  return project(up, value, bottom, top);
}

/** May be above or below the visible range. */
export function fromY({ top, bottom }: PlotArea, up: Span, y: number): number {
  return project({ from: bottom, to: top }, y, up.from, up.to);
}

/** The value at a pointer position on the horizontal axis, clamped to the visible range. */
export function fromX({ left, right }: PlotArea, across: Span, x: number): number {
  const inside = Math.min(right, Math.max(left, x));
  return project({ from: left, to: right }, inside, across.from, across.to);
}
