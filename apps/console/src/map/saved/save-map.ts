import { create } from 'zustand';
import { toShownError, type ShownError } from '#/ui/state/shown-error.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { GroundRegion } from '@waymark/contract/routes/ground';
import { t } from '#/language/t.ts';
import { readServerTile } from '../base/ground-archive.ts';
import { savingMaps } from './forget-saved-map.ts';
import { reloadSavedAreas } from './saved-areas.ts';
import { dropArea, dropTiles, listAreas, writeArea, writeTile, type SavedArea } from './saved-map-database.ts';
import type { TilePlan } from './tiles-along.ts';

const AT_ONCE = 4;

export interface MapOrder extends Pick<SavedArea, 'runId' | 'title'> {
  readonly plan: TilePlan;
  readonly regions: readonly GroundRegion[];
}

interface Saving {
  readonly signal: AbortSignal;
  readonly onProgress: (saved: number) => void;
}

/** Resolves with the number of bytes, once nothing is written any more. */
async function saveTiles({ plan }: MapOrder, { signal, onProgress }: Saving): Promise<number> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  let [saved, bytes] = [0, 0];
  const waiting = plan.tiles.values();
  const work = async () => {
    for (const key of waiting) {
      const tile = await readServerTile(key, either);
      either.throwIfAborted();
      await writeTile(key, tile);
      bytes += tile.byteLength;
      onProgress((saved += 1));
    }
  };
  const workers = Array.from({ length: AT_ONCE }, () => work());
  try {
    await Promise.all(workers);
    return bytes;
  } finally {
    ending.abort();
    await Promise.allSettled(workers);
  }
}

/** Saves all tiles of the order or none: a failed or cancelled one leaves what was saved before. */
async function saveMap(order: MapOrder, saving: Saving): Promise<void> {
  const { runId, title, plan, regions } = order;
  const before = (await listAreas()).find((area) => area.runId === runId);
  try {
    const bytes = await saveTiles(order, saving);
    saving.signal.throwIfAborted();
    await writeArea({ runId, title, regions, bytes, tiles: plan.tiles, zoom: plan.zoom, savedAt: Date.now() });
    await dropTiles(before?.tiles ?? []);
  } catch (error) {
    await dropTiles(plan.tiles);
    throw error;
  } finally {
    await reloadSavedAreas();
  }
}

interface Job {
  readonly order: MapOrder;
  readonly saved: number;
  readonly ending: AbortController;
}

interface MapSaving {
  /** The map that is being saved, at most one at a time. */
  readonly job: Job | null;
  /** Why the last one was not saved, or not removed. */
  readonly error: ShownError | null;
}

export const useMapSaving = create<MapSaving>()(() => ({ job: null, error: null }));

/** Goes on when the dialog is closed; nothing while another map is being saved. */
export async function startSaving(order: MapOrder): Promise<void> {
  if (useMapSaving.getState().job) return;
  const ending = new AbortController();
  savingMaps.add(ending);
  const tell = (saved: number) => useMapSaving.setState({ job: { order, saved, ending }, error: null });
  tell(0);
  try {
    await saveMap(order, { signal: ending.signal, onProgress: tell });
    showSuccess(t('Map saved for offline use'), order.title);
  } catch (thrown) {
    if (!ending.signal.aborted) useMapSaving.setState({ error: toShownError(thrown) });
  } finally {
    savingMaps.delete(ending);
    useMapSaving.setState({ job: null });
  }
}

export function cancelSaving(): void {
  useMapSaving.getState().job?.ending.abort();
}

export async function removeMap(area: SavedArea): Promise<void> {
  try {
    await dropArea(area);
    useMapSaving.setState({ error: null });
  } catch (thrown) {
    useMapSaving.setState({ error: toShownError(thrown) });
  } finally {
    await reloadSavedAreas();
  }
}
