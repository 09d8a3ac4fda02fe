import type { Marker } from '@waymark/domain/path/marker';

// Where a pig would go long unseen, and where the order of the markers cannot be right.

type Stop = Pick<Marker, 'name' | 'state' | 'fromLaunchM'>;

export interface SpacingWarning {
  /** The markers at both ends. */
  readonly from: string;
  readonly to: string;
  /** Of the two from launch. */
  readonly startM: number;
  readonly endM: number;
  /** order: it stands before the marker that it follows. */
  readonly why: 'order' | 'long' | 'uneven';
}

export interface Spacing {
  /** The middle one of all gaps; null: too few to speak of a usual one. */
  readonly usualM: number | null;
  readonly warnings: readonly SpacingWarning[];
}

export const LONG_GAP_M = 10_000;
/** So many times the usual gap is worth a word. */
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

/** The pig is seen at launch, at TRACK markers and at receive; a skipped marker does not break a gap. */
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
