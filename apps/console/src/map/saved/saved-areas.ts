import { create } from 'zustand';
import { logFailure } from '#/api/api-error.ts';
import type { GroundRegion } from '@waymark/contract/routes/ground';
import type { SavedArea } from './saved-map-database.ts';

const loadDatabase = () => import('./saved-map-database.ts');

interface SavedAreas {
  /** The map files of the installation; empty until the server has answered. */
  readonly served: readonly GroundRegion[];
  readonly areas: readonly SavedArea[];
}

const NOTHING: SavedAreas = { served: [], areas: [] };

/** What this browser has saved of the map, and what it can save. */
export const useSavedAreas = create<SavedAreas>()(() => NOTHING);

/** The map files of the saved areas. */
export function listSavedRegions(areas: readonly SavedArea[]): readonly GroundRegion[] {
  return [...new Map(areas.flatMap(({ regions }) => regions.map((region) => [region.id, region]))).values()];
}

export async function reloadSavedAreas(): Promise<void> {
  useSavedAreas.setState({ areas: await (await loadDatabase()).listAreas() });
}

/** Reads what is saved; the returned function forgets it. */
export function startSavedAreas(): () => void {
  reloadSavedAreas().catch(logFailure);
  return () => useSavedAreas.setState(NOTHING);
}

export function noteServed(served: readonly GroundRegion[]): void {
  useSavedAreas.setState({ served });
}

/** The bytes of a saved tile; undefined if the server must be asked. */
export async function findSavedTile(key: string): Promise<ArrayBuffer | undefined> {
  if (useSavedAreas.getState().areas.length === 0) return undefined;
  return (await loadDatabase()).readSavedTile(key).catch(() => undefined);
}
