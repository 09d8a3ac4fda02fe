import type { MapMouseEvent } from 'maplibre-gl';

// A click on the map is offered to those who came last first. What none of them takes chooses a device.

type Taker = (event: MapMouseEvent) => boolean;

const takers: Taker[] = [];

/** `take` says whether it took the click; answers how to stop. */
export function takeMapClicks(take: Taker): () => void {
  takers.push(take);
  return () => {
    takers.splice(takers.indexOf(take), 1);
  };
}

export function isClickTaken(event: MapMouseEvent): boolean {
  return takers.toReversed().some((take) => take(event));
}
