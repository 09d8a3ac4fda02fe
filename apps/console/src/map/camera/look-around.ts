import type { Map as MapEngine } from 'maplibre-gl';

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** A point of the screen and its neighbourhood. */
export interface Surroundings {
  readonly at: ScreenPoint;
  /** The area within the radius of the search. */
  readonly box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  readonly project: (lat: number, lon: number) => ScreenPoint;
}

export function lookAround(map: MapEngine, { x, y }: ScreenPoint, reachPx: number): Surroundings {
  const southWest = map.unproject([x - reachPx, y + reachPx]);
  const northEast = map.unproject([x + reachPx, y - reachPx]);
  return {
    at: { x, y },
    box: { west: southWest.lng, south: southWest.lat, east: northEast.lng, north: northEast.lat },
    project: (lat, lon) => map.project([lon, lat]),
  };
}
