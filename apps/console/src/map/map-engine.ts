import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { loadPart } from '#/api/load-part.ts';
import { once } from '#/api/once.ts';

type MapEngine = typeof import('maplibre-gl');

async function loadWithSheet(): Promise<MapEngine> {
  const [loaded] = await Promise.all([import('maplibre-gl'), import('maplibre-gl/dist/maplibre-gl.css')]);
  return loaded;
}

/** The map engine, loaded once and separately: it is larger than the rest of the console. */
export const loadMapEngine = once(async (): Promise<MapEngine> => {
  const loaded = await loadPart(loadWithSheet);
  // When bundled, the engine cannot find its worker by itself.
  loaded.setWorkerUrl(workerUrl);
  return loaded;
});
