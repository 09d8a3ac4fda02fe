import { callPublicApi } from '#/api/client.ts';
import { loadMapEngine } from './map-engine.ts';
import { useLayerChoice } from './tiles/layer-choice.ts';

/**
 * Loads the slow parts before the map is mounted: the engine with its workers, and the built-in base map if it will be
 * visible.
 */
export async function prepareMap(): Promise<void> {
  const engine = await loadMapEngine();
  engine.prewarm();
  const { tiles } = await callPublicApi('GET /console/settings');
  if (tiles[useLayerChoice.getState().base].urls.length > 0) return;
  const [{ loadBaseMap }] = await Promise.all([import('./base/base-map-data.ts'), import('./base/BaseMap.tsx')]);
  await loadBaseMap();
}
