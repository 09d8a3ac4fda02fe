import type { Marker } from '@waymark/domain/path/marker';

// Finds long stretches without detection, and markers in a wrong order.

type Stop = Pick<Marker, 'name' | 'state' | 'fromLaunchM'>;

export interface SpacingWarning {
  /** Names of the markers at both ends. */
  readonly from: string;
  readonly to: string;
  /** Distance from launch of the nearer end. */
  readonly startM: number;
  readonly endM: number;
  /** order: its distance is less than that of the previous marker. */
  readonly why: 'order' | 'long' | 'uneven';
}

export interface Spacing {
  /** The median gap; null: too few gaps. */
  readonly usualM: number | null;
  readonly warnings: readonly SpacingWarning[];
}

export const LONG_GAP_M = 10_000;
/** A gap of this many times the median is reported. */
export const UNEVEN_TIMES = 2;
const FEWEST_GAPS = 3;

interface Gap {
  readonly from: Stop;
  readonly to: Stop;
}

const listGaps = (stops: readonly Stop[]): Gap[] =>
  stops.flatMap((to, at) => {
    const from = stops[at - 1];
    return from ? [{ from, to }] : [];
  });

const lengthOf = ({ from, to }: Gap) => to.fromLaunchM - from.fromLaunchM;

const warn = ({ from, to }: Gap, why: SpacingWarning['why']): SpacingWarning => ({
  from: from.name,
  to: to.name,
  startM: from.fromLaunchM,
  endM: to.fromLaunchM,
  why,
});

function findMedian(values: readonly number[]): number | null {
  if (values.length < FEWEST_GAPS) return null;
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? null;
}

/** The pig is detected at launch, at TRACK markers and at receive; a skipped marker does not end a gap. */
export function findSpacing(markers: readonly Stop[]): Spacing {
  const seen = markers.filter(({ state }, at) => state === 'TRACK' || at === 0 || at === markers.length - 1);
  const gaps = listGaps(seen);
  const usualM = findMedian(gaps.map(lengthOf));
  const unseen = gaps.flatMap((gap) => {
    if (lengthOf(gap) > LONG_GAP_M) return [warn(gap, 'long')];
    return usualM !== null && lengthOf(gap) > UNEVEN_TIMES * usualM ? [warn(gap, 'uneven')] : [];
  });
  const misplaced = listGaps(markers)
    .filter((gap) => lengthOf(gap) < 0)
    .map((gap) => warn(gap, 'order'));
  return { usualM, warnings: [...misplaced, ...unseen] };
}
