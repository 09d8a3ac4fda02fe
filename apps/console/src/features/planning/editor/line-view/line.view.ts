import type { Marker } from '@waymark/domain/path/marker';
import { formatPreviewEta } from '@waymark/domain/run/estimate/location-message';
import { formatDistance } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { LONG_GAP_M, UNEVEN_TIMES, type Spacing, type SpacingWarning } from './spacing.ts';
import type { NearMarker } from './watchers.ts';

// The line as a strip from launch to receive.

export function findLengthM(markers: readonly Pick<Marker, 'fromLaunchM'>[]): number {
  return markers.reduce((longest, { fromLaunchM }) => Math.max(longest, fromLaunchM), 0);
}

/** As a share of the strip's width. */
export function findShare(distanceM: number, lengthM: number): number {
  return lengthM > 0 ? Math.min(1, Math.max(0, distanceM / lengthM)) : 0;
}

/** Overlapping icons are unreadable: chooses both ends, then from the start those that fit. */
export function chooseIcons(shares: readonly number[], room: number): readonly number[] {
  const last = shares.length - 1;
  const chosen: number[] = [];
  shares.forEach((share, at) => {
    const before = chosen.at(-1);
    const isFree = before === undefined || share - (shares[before] ?? 0) >= room;
    if (at === last || (isFree && (shares[last] ?? 1) - share >= room)) chosen.push(at);
  });
  return chosen[0] === 0 || shares.length === 0 ? chosen : [0, ...chosen];
}

export function findNearestAt(shares: readonly number[], share: number): number {
  let nearest = 0;
  shares.forEach((each, at) => {
    if (Math.abs(each - share) < Math.abs((shares[nearest] ?? 0) - share)) nearest = at;
  });
  return nearest;
}

const count = (number: number, what: string) => `${number.toLocaleString('en-US')} ${what}`;

/** "224,096 ft, 31 markers, 18 TRACK" */
export function describeLine(markers: readonly Marker[], units: UnitSystem): string {
  const tracked = markers.filter(({ state }) => state === 'TRACK').length;
  const noun = markers.length === 1 ? 'marker' : 'markers';
  return `${formatDistance(findLengthM(markers), units)}, ${count(markers.length, noun)}, ${count(tracked, 'TRACK')}`;
}

/** Launch and receive are neither tracked nor skipped. */
export function describeKind({ description, state }: Pick<Marker, 'description' | 'state'>): string {
  return description === 'LAUNCH' || description === 'RECEIVE' ? description : `${state}, ${description}`;
}

/** "AGM-04, TRACK, AGM, 12,304 ft from launch" */
export function describeStop(marker: Marker, units: UnitSystem): string {
  return `${marker.name}, ${describeKind(marker)}, ${formatDistance(marker.fromLaunchM, units)} from launch`;
}

/** "Launched now, ETA 1:02:05": at the expected speed, which must not be 0. */
export function describeEta({ fromLaunchM }: Pick<Marker, 'fromLaunchM'>, speed: number): string {
  return `Launched now, ETA ${formatPreviewEta(fromLaunchM / speed)}`;
}

export function describeWarning(
  { from, to, startM, endM, why }: SpacingWarning,
  { usualM }: Spacing,
  units: UnitSystem,
): string {
  if (why === 'order') return `${to} follows ${from} but is nearer to launch.`;
  const gap = `${from} to ${to}: ${formatDistance(endM - startM, units)}`;
  if (why === 'long') return `${gap} without a TRACK marker, more than ${formatDistance(LONG_GAP_M, units)}.`;
  return `${gap}, more than ${UNEVEN_TIMES} times the usual ${formatDistance(usualM ?? 0, units)}.`;
}

/** "10422 (31 ft)" */
export function describeWatcher({ uid, offsetM }: NearMarker, units: UnitSystem): string {
  return `${uid} (${formatDistance(offsetM, units)})`;
}

/** "10436: 1,203 ft from AGM-04" */
export function describeFar({ uid, marker, offsetM }: NearMarker, units: UnitSystem): string {
  return `${uid}: ${formatDistance(offsetM, units)} from ${marker.name}`;
}
