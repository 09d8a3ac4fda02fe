/** Middle of the contiguous United States, where the map begins. */
export const INITIAL_VIEW = { latitude: 39.8283, longitude: -98.5795, zoom: 4 } as const;

export const MIN_ZOOM = 3;
export const MAX_ZOOM = 20;

/** Home comes no closer, however near to each other the devices stand. */
export const HOME_MAX_ZOOM = 19;
export const DEVICE_ZOOM = 15;
export const PLACE_ZOOM = 16;
