import type { Span } from '@waymark/domain/chart/axis';

const width = ({ from, to }: Span) => to - from;

/** Clamps a range to the whole, and to at least `least`. */
export function fitSpan(wanted: Span, whole: Span, least: number): Span {
  const size = Math.min(width(whole), Math.max(least, width(wanted)));
  const middle = (wanted.from + wanted.to) / 2;
  const from = Math.min(whole.to - size, Math.max(whole.from, middle - size / 2));
  return { from, to: from + size };
}

/** Zooms around `at`, which keeps its position; a factor below 1 zooms in. */
export function zoomSpan(span: Span, at: number, factor: number): Span {
  return { from: at - (at - span.from) * factor, to: at + (span.to - at) * factor };
}

export function spanBetween(one: number, other: number): Span {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

/** A wheel step, or a pinch reported as a wheel event. */
export function toZoomFactor(wheelDelta: number): number {
  return Math.exp(Math.max(-300, Math.min(300, wheelDelta)) / 500);
}
