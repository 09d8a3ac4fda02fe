import type { Marker } from '@waymark/domain/path/marker';

// The line of a run as a strip, in its own units: it is stretched to the width there is.

export const STRIP_WIDTH = 1000;
export const STRIP_HEIGHT = 14;
const MIDDLE = STRIP_HEIGHT / 2;

export interface Strip {
  readonly past: string;
  readonly future: string;
  /** Markers that the pig has gone by, and those to come; what is skipped is a small tick. */
  readonly passed: string;
  readonly ahead: string;
  readonly skipped: string;
  /** Of the width. */
  readonly pigShare: number;
}

const findShare = (distanceM: number, lengthM: number) =>
  lengthM > 0 ? Math.min(1, Math.max(0, distanceM / lengthM)) : 0;

export function layStrip(markers: readonly Marker[], lengthM: number, pigM: number): Strip {
  const x = (distanceM: number) => (STRIP_WIDTH * findShare(distanceM, lengthM)).toFixed(1);
  const dots = (chosen: readonly Marker[]) =>
    chosen.map(({ DistanceFromLaunch }) => `M${x(DistanceFromLaunch)} ${MIDDLE}h0`).join('');
  const tracked = markers.filter(({ state }) => state === 'TRACK');
  const between = markers.slice(1, -1).filter(({ state }) => state === 'SKIP');
  return {
    past: `M0 ${MIDDLE}H${x(pigM)}`,
    future: `M${x(pigM)} ${MIDDLE}H${STRIP_WIDTH}`,
    passed: dots(tracked.filter(({ DistanceFromLaunch }) => DistanceFromLaunch <= pigM)),
    ahead: dots(tracked.filter(({ DistanceFromLaunch }) => DistanceFromLaunch > pigM)),
    skipped: between.map(({ DistanceFromLaunch }) => `M${x(DistanceFromLaunch)} ${MIDDLE - 3}v6`).join(''),
    pigShare: findShare(pigM, lengthM),
  };
}
