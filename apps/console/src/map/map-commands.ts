import { PLACE_ZOOM } from './camera/map-limits.ts';

// What the rest of the console asks of the map. Whoever can do it listens; while nobody does, nothing happens.

interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** A part of the ground. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

interface Flight extends Position {
  readonly zoom: number;
}

/** A command and how to hear it. */
function makeCommand<Order = void>() {
  const listeners = new Set<(order: Order) => void>();
  return {
    give: (order: Order): void => {
      for (const listener of listeners) listener(order);
    },
    listen: (listener: (order: Order) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const home = makeCommand();
const box = makeCommand<Box>();
const flight = makeCommand<Flight>();
const device = makeCommand<number>();
const search = makeCommand();
const middle = makeCommand<(position: Position) => void>();

/** Fits the map to everything it shows. */
export const goHome: () => void = home.give;
export const onGoHome = home.listen;

export function flyTo(lat: number, lon: number, zoom: number): void {
  flight.give({ lat, lon, zoom });
}
export const onFlyTo = flight.listen;

/** Fits the map to a part of the ground. */
export const showBox = box.give;
export const onShowBox = box.listen;

/** Flies to a place, close enough to see what stands there. */
export function goTo(lat: number, lon: number): void {
  flyTo(lat, lon, PLACE_ZOOM);
}

export function zoomToDevice(uid: number): void {
  device.give(uid);
}
export const onZoomToDevice = device.listen;

/** Puts the cursor into the device search. */
export const focusSearch: () => void = search.give;
export const onFocusSearch = search.listen;

/** Tells the place in the middle of what can be seen of the map; nothing where there is no map. */
export const askMiddle = middle.give;
export const onAskMiddle = middle.listen;
