import type { Place } from '@waymark/domain/geo/great-circle';
import { generateLine, trackOf } from '@waymark/domain/path/line';
import { iconOf, type Marker } from '@waymark/domain/path/marker';
import type { Feature, FeatureCollection, LineString, Point } from 'geojson';
import type { Surroundings } from '#/map/camera/look-around.ts';
import type { EditorDraft } from '../draft.ts';
import { nameRunPicture } from '#/map/icons/run-icons.ts';

// The draft as features for the map's layers.

type DrawnDraft = Pick<EditorDraft, 'markers' | 'lineKml'>;

/** The points of the line, from launch to receive. */
export function listLinePlaces({ markers, lineKml }: DrawnDraft): readonly Place[] {
  const [launch, receive] = [markers[0], markers.at(-1)];
  if (!launch || !receive) return [];
  return trackOf({
    pigLineGenerated: generateLine(markers),
    pigLineKml: lineKml,
    launchSiteLat: launch.lat,
    launchSiteLon: launch.lon,
  }).points;
}

export function toLineFeature(places: readonly Place[]): Feature<LineString> {
  return {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: places.map(({ lat, lon }) => [lon, lat]) },
  };
}

const toPoint = ({ lat, lon }: Place): Point => ({ type: 'Point', coordinates: [lon, lat] });

/** end: launch or receive; track: watched; mark: any other, drawn as a dot at low zoom. */
type MarkerWeight = 'end' | 'track' | 'mark';

function weigh({ state }: Marker, isEnd: boolean): MarkerWeight {
  if (isEnd) return 'end';
  return state === 'TRACK' ? 'track' : 'mark';
}

const RANKS: Readonly<Record<MarkerWeight, number>> = { mark: 0, track: 1, end: 2 };

export function toMarkerFeatures(markers: readonly Marker[]): FeatureCollection<Point> {
  const features = markers.map((marker, at) => {
    const weight = weigh(marker, at === 0 || at === markers.length - 1);
    const properties = { name: marker.name, icon: nameRunPicture(iconOf(marker)), weight, rank: RANKS[weight] };
    return { type: 'Feature', properties, geometry: toPoint(marker) } as const;
  });
  return { type: 'FeatureCollection', features };
}

export function toPlaceFeatures(places: readonly Place[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: places.map((place) => ({ type: 'Feature', properties: {}, geometry: toPoint(place) })),
  };
}

/** Maximum distance from a marker's middle that counts as a hit, in px. */
export const MARKER_REACH_PX = 16;

/** The marker nearest to a screen point; null: none within reach. */
export function findMarkerAt(markers: readonly Marker[], { at, box, project }: Surroundings): string | null {
  let found: string | null = null;
  let nearest = MARKER_REACH_PX;
  for (const { name, lat, lon } of markers) {
    if (lon < box.west || lon > box.east || lat < box.south || lat > box.north) continue;
    const { x, y } = project(lat, lon);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance > nearest) continue;
    nearest = distance;
    found = name;
  }
  return found;
}

interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function findPathBounds(places: readonly Place[]): Bounds | null {
  if (places.length === 0) return null;
  let bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { lat, lon } of places) {
    bounds = {
      west: Math.min(bounds.west, lon),
      south: Math.min(bounds.south, lat),
      east: Math.max(bounds.east, lon),
      north: Math.max(bounds.north, lat),
    };
  }
  return bounds;
}

/** The theme's colours for editing a path. */
export interface EditorColors {
  readonly line: string;
  readonly casing: string;
  readonly label: string;
  readonly halo: string;
  /** For chosen items, and for the outline being drawn. */
  readonly accent: string;
}
