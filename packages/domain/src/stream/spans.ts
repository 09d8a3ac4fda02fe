import { markText } from '../language/translate.ts';

// The six time spans of the plots. Each has a ring per channel.

export const SPANS = [
  { seconds: 5, label: markText('5 Seconds') },
  { seconds: 30, label: markText('30 Seconds') },
  { seconds: 60, label: markText('1 Minute') },
  { seconds: 300, label: markText('5 Minutes') },
  { seconds: 600, label: markText('10 Minutes') },
  { seconds: 1800, label: markText('30 Minutes') },
] as const;
export type SpanSeconds = (typeof SPANS)[number]['seconds'];

export const DEFAULT_SPAN: SpanSeconds = 60;

/** A plot shows 1,000 steps plus the rows of one frame. */
export const POINTS = 1016;

/** Size of a ring: 360 frames at the native step. */
export const RING_POINTS = 5760;

export const REFRESH_MS = 150;
export const WELD_COUNT_REFRESH_MS = 2000;

/** Seconds between two points of a plot. */
export function stepOf(span: SpanSeconds): number {
  return span / 1000;
}

/** The same in whole milliseconds: 5, 30, 60, 300, 600, 1800. */
export function stepMsOf(span: SpanSeconds): number {
  return Math.round(stepOf(span) * 1000);
}
