import type { MapMouseEvent } from 'maplibre-gl';

// A click on the map is offered to the handlers, the last registered first. An unhandled click selects a device.

type Taker = (event: MapMouseEvent) => boolean;

const takers: Taker[] = [];

/** `take` returns whether it handled the click; returns a function that unregisters. */
export function takeMapClicks(take: Taker): () => void {
  takers.push(take);
  return () => {
    takers.splice(takers.indexOf(take), 1);
  };
}

export function isClickTaken(event: MapMouseEvent): boolean {
  return takers.toReversed().some((take) => take(event));
}
