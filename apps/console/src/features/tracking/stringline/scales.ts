import type { Marker } from '@waymark/domain/path/marker';
import { formatUtcSecond } from '@waymark/domain/time/utc';

// Converts metres and times to pixels of the chart, and chooses the round values on its axes.

export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The visible part of the run: all of it, or a zoomed part. */
export interface View {
  readonly fromM: number;
  readonly toM: number;
  readonly from: number;
  readonly to: number;
}

export type Across = 'distance' | 'markers';

export interface Scales {
  readonly x: (distanceM: number) => number;
  readonly y: (at: number) => number;
  readonly distanceAt: (x: number) => number;
  readonly timeAt: (y: number) => number;
}

/** Position from 0 to 1: by distance, or by the index of the marker. */
function toShare(
  markers: readonly Marker[],
  lengthM: number,
  across: Across,
): readonly (readonly [distanceM: number, share: number])[] {
  if (across === 'distance' || markers.length < 2)
    return [
      [0, 0],
      [lengthM, 1],
    ];
  return markers.map(({ fromLaunchM }, at) => [fromLaunchM, at / (markers.length - 1)]);
}

function follow(joints: readonly (readonly [number, number])[], value: number, from: 0 | 1): number {
  const to = from === 0 ? 1 : 0;
  const found = joints.findIndex((joint) => joint[from] >= value);
  const at = found < 0 ? joints.length - 1 : Math.max(1, found);
  const [before, after] = [joints[at - 1], joints[at]];
  if (!before || !after) return value;
  return before[to] + ((value - before[from]) / (after[from] - before[from] || 1)) * (after[to] - before[to]);
}

export function makeScales(
  area: Area,
  view: View,
  line: { readonly markers: readonly Marker[]; readonly lengthM: number },
  across: Across,
): Scales {
  const joints = toShare(line.markers, line.lengthM, across);
  const [fromShare, toShareOf] = [follow(joints, view.fromM, 0), follow(joints, view.toM, 0)];
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  return {
    x: (distanceM) => area.left + ((follow(joints, distanceM, 0) - fromShare) / (toShareOf - fromShare || 1)) * width,
    y: (at) => area.top + ((at - view.from) / (view.to - view.from || 1)) * height,
    distanceAt: (x) => follow(joints, fromShare + ((x - area.left) / width) * (toShareOf - fromShare), 1),
    timeAt: (y) => view.from + ((y - area.top) / height) * (view.to - view.from),
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const TIME_STEPS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080];

export interface TimeTick {
  readonly at: number;
  readonly text: string;
  readonly isDay: boolean;
}

/** "06:00", at midnight "03-18 00:00". */
export function listTimeTicks({ from, to }: Pick<View, 'from' | 'to'>, most: number): TimeTick[] {
  const minutes =
    TIME_STEPS_MIN.find((step) => (to - from) / (step * MINUTE_MS) <= most) ?? TIME_STEPS_MIN.at(-1) ?? 1440;
  const step = minutes * MINUTE_MS;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_none, index) => {
    const at = (first + index) * step;
    const text = formatUtcSecond(at);
    const isDay = at % DAY_MS === 0;
    return { at, isDay, text: isDay ? text.slice(5, 16) : text.slice(11, 16) };
  });
}

/** Chooses the marker names that fit without overlapping, by rank. */
export function chooseLabels(xs: readonly number[], ranks: readonly number[], roomPx: number): ReadonlySet<number> {
  const chosen = new Set<number>();
  const order = xs.map((_x, at) => at).toSorted((one, other) => (ranks[other] ?? 0) - (ranks[one] ?? 0) || one - other);
  for (const at of order) {
    const x = xs[at] ?? 0;
    if ([...chosen].every((other) => Math.abs((xs[other] ?? 0) - x) >= roomPx)) chosen.add(at);
  }
  return chosen;
}
