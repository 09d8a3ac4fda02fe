import { create } from 'zustand';

export interface MarkedPlace {
  readonly lat: number;
  readonly lon: number;
  /** What is there. */
  readonly words: string;
}

interface PlaceMark {
  readonly place: MarkedPlace | null;
}

/** P-018. */
const SHOWN_MS = 7000;

/** The place that the map shows for a moment. */
export const usePlaceMark = create<PlaceMark>()(() => ({ place: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Flies to a place and marks it for seven seconds, instead of the one that was marked before. */
export function markPlace(place: MarkedPlace): void {
  clearTimeout(timer);
  // A place of its own each time, so that the map flies there again.
  usePlaceMark.setState({ place: { ...place } });
  timer = setTimeout(() => usePlaceMark.setState({ place: null }), SHOWN_MS);
}
