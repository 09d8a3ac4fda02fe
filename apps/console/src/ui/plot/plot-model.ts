import type { Zone } from '@waymark/domain/time/zone';
import type { Span } from '@waymark/domain/chart/axis';

// The content of a plot, independent of pixels and colours.

export type LineColour = 'elf' | 'geo' | 'mag' | 'quiet' | 'rssi' | 'spectrum';

export interface PlotLine {
  readonly name: string;
  readonly colour: LineColour;
  /** Position of the first value, in the unit of the horizontal axis. */
  readonly start: number;
  readonly step: number;
  readonly values: ArrayLike<number>;
  readonly isDashed?: boolean;
}

export interface PlotMarker {
  readonly at: number;
  readonly text: string;
  readonly tone: 'plain' | 'verified';
}

export interface PlotModel {
  /** Milliseconds since 1970, or Hz. */
  readonly axis: 'time' | 'frequency';
  /** The zone of a time axis; undefined: UTC. */
  readonly zone?: Zone | undefined;
  readonly lines: readonly PlotLine[];
  readonly across: Span;
  readonly up: Span;
  readonly marker: PlotMarker | null;
}

export interface PlotPoint {
  readonly at: number;
  readonly value: number;
}

/** The nearest value of a line. */
export function findNearest({ start, step, values }: PlotLine, at: number): PlotPoint {
  const index = Math.min(values.length - 1, Math.max(0, Math.round((at - start) / step)));
  return { at: start + index * step, value: values[index] ?? 0 };
}

export function findStrongest({ start, step, values }: PlotLine): PlotPoint {
  let best = 0;
  for (let index = 1; index < values.length; index++)
    if (Math.abs(values[index] ?? 0) > Math.abs(values[best] ?? 0)) best = index;
  return { at: start + best * step, value: values[best] ?? 0 };
}

const ROOM = 0.08;
/** The range for a silent record. */
const LEAST_UP = 0.01;

/** A range around all values and 0 with a margin; values below `floor` are cut off. */
export function findUp(lines: readonly PlotLine[], floor = Number.NEGATIVE_INFINITY): Span {
  let [from, to] = [0, 0];
  for (const { values } of lines) {
    for (let at = 0; at < values.length; at++) {
      const value = Math.max(floor, values[at] ?? 0);
      from = Math.min(from, value);
      to = Math.max(to, value);
    }
  }
  const room = Math.max(LEAST_UP, (to - from) * ROOM);
  return { from: from - (from < 0 ? room : 0), to: to + room };
}
