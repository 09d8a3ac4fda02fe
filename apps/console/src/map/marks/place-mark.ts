import { create } from 'zustand';
import { Timer } from '#/api/timer.ts';

export interface MarkedPlace {
  readonly lat: number;
  readonly lon: number;
  /** Label of the place. */
  readonly words: string;
}

interface PlaceMark {
  readonly place: MarkedPlace | null;
}

/** P-018. */
const SHOWN_MS = 7000;

/** The place that the map marks at present. */
export const usePlaceMark = create<PlaceMark>()(() => ({ place: null }));

const end = new Timer();

/** Flies to a place and marks it for seven seconds, in place of the previous one. */
export function markPlace(place: MarkedPlace): void {
  // A new object each time, so that the map flies there again.
  usePlaceMark.setState({ place: { ...place } });
  end.start(() => usePlaceMark.setState({ place: null }), SHOWN_MS);
}
