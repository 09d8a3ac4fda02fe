import { create } from 'zustand';
import type { TerrainRegion } from '../base/ground-archive.ts';

/** The files of heights, once the map has loaded their list; screens without the map ask for none. */
export const useTerrainFiles = create<{ readonly files: readonly TerrainRegion[] }>()(() => ({ files: [] }));
