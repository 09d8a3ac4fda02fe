/** The middle of the contiguous United States, the initial view. */
export const INITIAL_VIEW = { latitude: 39.8283, longitude: -98.5795, zoom: 4 } as const;

export const MIN_ZOOM = 3;
export const MAX_ZOOM = 20;

/** The maximum zoom of the home view, however close together the devices are. */
export const HOME_MAX_ZOOM = 19;
export const DEVICE_ZOOM = 15;
export const PLACE_ZOOM = 16;
