import { create } from 'zustand';

/** How far down from its top cards cover the map, in px. */
export const useTopCards = create<{ readonly bottom: number }>()(() => ({ bottom: 0 }));
