import type { MarkerMeasure } from '@waymark/domain/stream/welds/measure-markers';
import type { GeoSpeedSettings } from '@waymark/domain/stream/settings';
import type { Span } from '@waymark/domain/chart/axis';
import { describeSpeed } from '#/features/stream/badges.view.ts';
import { t } from '#/language/t.ts';
import { formatClock } from '../plot-texts.ts';

// The two vertical lines with which a user measures while the plots are paused.

export const MARKERS = ['first', 'second'] as const;
export type MarkerName = (typeof MARKERS)[number];
/** UTC milliseconds; either may be the later one. */
export type Markers = Readonly<Record<MarkerName, number>>;

export const MARKER_LABELS: Readonly<Record<MarkerName, string>> = {
  first: t('First marker'),
  second: t('Second marker'),
};

const keepInside = ({ from, to }: Span, at: number) => Math.min(to, Math.max(from, at));

/** A share of the visible range: handles closer than this are hard to drag apart. */
const LEAST_APART = 0.03;

/** Places the markers on the last two welds, or else a third from either side. */
export function placeMarkers(across: Span, welds: readonly number[]): Markers {
  const width = across.to - across.from;
  const [first, second] = welds.slice(-2);
  if (first !== undefined && second !== undefined && second - first >= width * LEAST_APART) return { first, second };
  const third = width / 3;
  return { first: across.from + third, second: across.to - third };
}

/** Moves markers into the visible range; returns the same object if they are inside already. */
export function keepMarkers(markers: Markers, across: Span): Markers {
  const [first, second] = [keepInside(across, markers.first), keepInside(across, markers.second)];
  return first === markers.first && second === markers.second ? markers : { first, second };
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -25,
  PageUp: 25,
};

/** The new place of a marker after a key press; null: the key does not move it. */
export function findMarkerPlace(at: number, key: string, across: Span, stepMs: number): number | null {
  if (key === 'Home') return across.from;
  if (key === 'End') return across.to;
  const steps = KEY_STEPS[key];
  return steps === undefined ? null : keepInside(across, at + steps * stepMs);
}

function describePig(speed: number | null, { WeldSpace, Metric }: GeoSpeedSettings): string {
  if (WeldSpace === 0) return t('Weld Spacing Not Set');
  return speed === null ? '\u2013' : describeSpeed(speed, Metric);
}

/** "Δ 17.90 s   weld 8.95 s   3.05 mph" */
export function describeMeasure({ deltaS, weldS, speed }: MarkerMeasure, geoSpeed: GeoSpeedSettings): string {
  return t('Δ {apart} s   weld {weld} s   {speed}', {
    apart: deltaS.toFixed(2),
    weld: weldS.toFixed(2),
    speed: describePig(speed, geoSpeed),
  });
}

/** For users of screen readers. */
export function describeMarker(at: number, measure: string): string {
  return `${formatClock(at)}, ${measure.replace('\u0394 ', '').replace(' s', t(' s apart'))}`;
}
