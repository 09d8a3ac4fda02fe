import type { Knowledge, MarkerKnowledge } from '@waymark/domain/run/estimate/knowledge';
import type { Marker } from '@waymark/domain/path/marker';

// The line of a run as a strip, in its own units; it is stretched to the available width.

export const STRIP_WIDTH = 1000;
export const STRIP_HEIGHT = 14;
const MIDDLE = STRIP_HEIGHT / 2;

export interface Strip {
  /** Up to the last confirmation, from there to the pig's mark, and beyond. */
  readonly confirmed: string;
  readonly expected: string;
  readonly ahead: string;
  /** The stretch to search for the pig; empty: it is on time. */
  readonly search: string;
  /** Tracked markers by their state. */
  readonly markers: Readonly<Record<MarkerKnowledge, string>>;
  /** Drawn as small ticks. */
  readonly skipped: string;
  /** Share of the width. */
  readonly pigShare: number;
}

const findShare = (distanceM: number, lengthM: number) =>
  lengthM > 0 ? Math.min(1, Math.max(0, distanceM / lengthM)) : 0;

const STATES: readonly MarkerKnowledge[] = ['passed', 'heard', 'missed', 'unwatched', 'expected', 'overdue'];

export function layStrip(
  markers: readonly Marker[],
  lengthM: number,
  { confirmed, pigM, search, markers: states }: Pick<Knowledge, 'confirmed' | 'pigM' | 'search' | 'markers'>,
): Strip {
  const x = (distanceM: number) => (STRIP_WIDTH * findShare(distanceM, lengthM)).toFixed(1);
  const confirmedM = confirmed?.distanceM ?? 0;
  const dots = (state: MarkerKnowledge) =>
    markers
      .filter(({ name }) => states.get(name) === state)
      .map(({ fromLaunchM }) => `M${x(fromLaunchM)} ${MIDDLE}h0`)
      .join('');
  const between = markers.slice(1, -1).filter(({ state }) => state === 'SKIP');
  const drawn = Object.fromEntries(STATES.map((state) => [state, dots(state)] as const)) as Strip['markers'];
  return {
    confirmed: `M0 ${MIDDLE}H${x(confirmedM)}`,
    expected: pigM > confirmedM ? `M${x(confirmedM)} ${MIDDLE}H${x(pigM)}` : '',
    ahead: `M${x(Math.max(pigM, confirmedM))} ${MIDDLE}H${STRIP_WIDTH}`,
    search: search ? `M${x(search.from.distanceM)} ${MIDDLE}H${x(search.to.distanceM)}` : '',
    markers: drawn,
    skipped: between.map(({ fromLaunchM }) => `M${x(fromLaunchM)} ${MIDDLE - 3}v6`).join(''),
    pigShare: findShare(pigM, lengthM),
  };
}
