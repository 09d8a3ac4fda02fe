import type { Place } from '@waymark/domain/geo/great-circle';
import { create } from 'zustand';

export interface Flight extends Place {
  readonly zoom: number;
}

/** The first target of the map, stored because the map may load after the data. */
export const useFirstFlight = create<{ readonly flight: Flight | null }>()(() => ({ flight: null }));

export function askFlight(flight: Flight | null): void {
  useFirstFlight.setState({ flight });
}
