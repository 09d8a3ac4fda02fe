import { create } from 'zustand';
import type { Size } from '#/ui/window/window-placement.ts';

/** Below this height a run card in full and a marker card do not fit over each other, in px. */
const LOW = 300;

interface MapRoom {
  /** The screen under top bar and strips. */
  readonly screen: Size;
  /** What the table leaves of its height. */
  readonly height: number;
}

/** How much room the map has, in px. */
export const useMapRoom = create<MapRoom>()(() => ({
  screen: { width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 },
  height: Infinity,
}));

/** A map this low, as at 200 % zoom, shows its cards minimised and its controls in a row. */
export const useIsMapLow = (): boolean => useMapRoom(({ height }) => height < LOW);
