/** The middle of the contiguous United States, the initial view. */
export const INITIAL_VIEW = { latitude: 39.8283, longitude: -98.5795, zoom: 4 } as const;

export const MIN_ZOOM = 3;
export const MAX_ZOOM = 20;

/** The maximum zoom of the home view, however close together the devices are. */
export const HOME_MAX_ZOOM = 19;
export const DEVICE_ZOOM = 15;
export const PLACE_ZOOM = 16;

/** The middle of the map and its zoom, as a user left them. */
export interface MapView {
  readonly lat: number;
  readonly lon: number;
  readonly zoom: number;
}

/** The projection ends near the poles. */
const MOST_LAT = 85;
const MOST_LON = 180;

const readNumber = (stored: object, name: string, least: number, most: number): number | null => {
  const value: unknown = Reflect.get(stored, name);
  return typeof value === 'number' && value >= least && value <= most ? value : null;
};

/** A stored view; null: none that the map can show, as on the first visit. */
export function parseView(stored: unknown): MapView | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const lat = readNumber(stored, 'lat', -MOST_LAT, MOST_LAT);
  const lon = readNumber(stored, 'lon', -MOST_LON, MOST_LON);
  const zoom = readNumber(stored, 'zoom', MIN_ZOOM, MAX_ZOOM);
  return lat === null || lon === null || zoom === null ? null : { lat, lon, zoom };
}
