import type { Marker } from '@waymark/domain/path/marker';
import { formatPreviewEta } from '@waymark/domain/run/estimate/location-message';
import { formatDistance } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
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

/** "224,096 ft, 31 markers, 18 TRACK" */
export function describeLine(markers: readonly Marker[], units: UnitSystem): string {
  const tracked = markers.filter(({ state }) => state === 'TRACK').length;
  return [
    formatDistance(findLengthM(markers), units),
    t('{count} marker|{count} markers', { count: markers.length }),
    t('{number} TRACK', { number: formatCount(tracked) }),
  ].join(', ');
}

/** Launch and receive are neither tracked nor skipped. */
export function describeKind({ description, state }: Pick<Marker, 'description' | 'state'>): string {
  return description === 'LAUNCH' || description === 'RECEIVE' ? description : `${state}, ${description}`;
}

/** "AGM-04, TRACK, AGM, 12,304 ft from launch" */
export function describeStop(marker: Marker, units: UnitSystem): string {
  return t('{name}, {kind}, {distance} from launch', {
    name: marker.name,
    kind: describeKind(marker),
    distance: formatDistance(marker.fromLaunchM, units),
  });
}

/** "Launched now, ETA 1:02:05": at the expected speed, which must not be 0. */
export function describeEta({ fromLaunchM }: Pick<Marker, 'fromLaunchM'>, speed: number): string {
  return t('Launched now, ETA {eta}', { eta: formatPreviewEta(fromLaunchM / speed, t) });
}

export function describeWarning(
  { from, to, startM, endM, why }: SpacingWarning,
  { usualM }: Spacing,
  units: UnitSystem,
): string {
  if (why === 'order') return t('{to} follows {from} but is nearer to launch.', { from, to });
  const gap = formatDistance(endM - startM, units);
  return why === 'long'
    ? t('{from} to {to}: {gap} without a TRACK marker, more than {limit}.', {
        from,
        to,
        gap,
        limit: formatDistance(LONG_GAP_M, units),
      })
    : t('{from} to {to}: {gap}, more than {times} times the usual {usual}.', {
        from,
        to,
        gap,
        times: UNEVEN_TIMES,
        usual: formatDistance(usualM ?? 0, units),
      });
}

/** "10422 (31 ft)" */
export function describeWatcher({ uid, offsetM }: NearMarker, units: UnitSystem): string {
  return `${uid} (${formatDistance(offsetM, units)})`;
}

/** "10436: 1,203 ft from AGM-04" */
export function describeFar({ uid, marker, offsetM }: NearMarker, units: UnitSystem): string {
  return t('{uid}: {distance} from {marker}', {
    uid,
    distance: formatDistance(offsetM, units),
    marker: marker.name,
  });
}
