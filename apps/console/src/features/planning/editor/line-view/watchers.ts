import { computeDistanceM, type Place } from '@waymark/domain/geo/great-circle';
import { hasAgm, type Marker } from '@waymark/domain/path/marker';

// Matches AGMs to markers.

export interface Watcher {
  readonly uid: number;
  /** null: its place is unknown. */
  readonly place: Place | null;
}

export interface NearMarker {
  readonly uid: number;
  /** The nearest marker. */
  readonly marker: Marker;
  readonly offsetM: number;
}

export interface Watchers {
  readonly near: readonly NearMarker[];
  /** Too far from all markers. */
  readonly far: readonly NearMarker[];
  readonly unplaced: readonly number[];
  /** Names of tracked markers without an AGM nearby. */
  readonly unwatched: readonly string[];
}

/** An AGM beyond this distance does not watch a marker; equal to the distance of automatic links. */
export const NEAR_M = 100;

const turnOf = (degrees: number) => ((degrees + 540) % 360) - 180;

/** Compared on a flat map, which ranks near places correctly and is cheap for thousands. */
function findNearest(markers: readonly Marker[], place: Place): Marker | null {
  const narrowing = Math.cos((place.lat * Math.PI) / 180);
  let nearest: Marker | null = null;
  let least = Infinity;
  for (const marker of markers) {
    const square = (marker.lat - place.lat) ** 2 + (turnOf(marker.lon - place.lon) * narrowing) ** 2;
    if (square >= least) continue;
    least = square;
    nearest = marker;
  }
  return nearest;
}

export function findWatchers(markers: readonly Marker[], agms: readonly Watcher[]): Watchers {
  const placed = agms.flatMap(({ uid, place }) => {
    const marker = place && findNearest(markers, place);
    return place && marker ? [{ uid, marker, offsetM: computeDistanceM(place, marker) }] : [];
  });
  const near = placed.filter(({ offsetM }) => offsetM <= NEAR_M);
  const watched = new Set(near.map(({ marker }) => marker.name));
  return {
    near,
    unwatched: markers.flatMap((marker) =>
      marker.state === 'TRACK' && !hasAgm(marker) && !watched.has(marker.name) ? [marker.name] : [],
    ),
    far: placed.filter(({ offsetM }) => offsetM > NEAR_M),
    unplaced: agms.filter(({ place }) => place === null).map(({ uid }) => uid),
  };
}
