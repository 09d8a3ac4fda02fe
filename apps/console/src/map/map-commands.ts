import { PLACE_ZOOM } from './camera/last-view.ts';

// Commands of the rest of the console to the map. The map subscribes to them; without a subscriber nothing happens.

interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** An area of the map. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

interface Flight extends Position {
  readonly zoom: number;
}

/** A command, and a function to subscribe to it. */
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

/** Fits the map to all of its content. */
export const goHome: () => void = home.give;
export const onGoHome = home.listen;

export function flyTo(lat: number, lon: number, zoom: number): void {
  flight.give({ lat, lon, zoom });
}
export const onFlyTo = flight.listen;

/** Fits the map to an area. */
export const showBox = box.give;
export const onShowBox = box.listen;

/** Flies to a place, at a zoom at which its surroundings are visible. */
export function goTo(lat: number, lon: number): void {
  flyTo(lat, lon, PLACE_ZOOM);
}

export function zoomToDevice(uid: number): void {
  device.give(uid);
}
export const onZoomToDevice = device.listen;

/** Focuses the device search. */
export const focusSearch: () => void = search.give;
export const onFocusSearch = search.listen;

/** Passes the place in the middle of the visible map to the callback; not called without a map. */
export const askMiddle = middle.give;
export const onAskMiddle = middle.listen;
