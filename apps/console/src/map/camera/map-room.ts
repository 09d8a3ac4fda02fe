import { create } from 'zustand';
import type { Size } from '#/ui/window/window-placement.ts';

/** How far down from its top cards cover the map, in px. */
export const useTopCards = create<{ readonly bottom: number }>()(() => ({ bottom: 0 }));

/** Below this height an expanded run card and a marker card do not fit above each other, in px. */
const LOW = 300;

interface MapRoom {
  /** The screen under top bar and strips. */
  readonly screen: Size;
  /** The height that the table leaves. */
  readonly height: number;
}

/** The space of the map, in px. */
export const useMapRoom = create<MapRoom>()(() => ({
  screen: { width: globalThis.innerWidth ?? 0, height: globalThis.innerHeight ?? 0 },
  height: Infinity,
}));

/** A map this low, as at 200 % zoom, minimises its cards and puts its controls in a row. */
export const useIsMapLow = (): boolean => useMapRoom(({ height }) => height < LOW);
