import type { Place } from '@waymark/domain/geo/great-circle';
import { create } from 'zustand';

export interface Flight extends Place {
  readonly zoom: number;
}

/** Where the map is to fly once it is there: it may come after what is to be seen on it. */
export const useFirstFlight = create<{ readonly flight: Flight | null }>()(() => ({ flight: null }));

export function askFlight(flight: Flight | null): void {
  useFirstFlight.setState({ flight });
}
