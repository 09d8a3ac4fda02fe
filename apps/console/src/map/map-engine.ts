import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { loadPart } from '#/api/load-part.ts';

type MapEngine = typeof import('maplibre-gl');

let engine: Promise<MapEngine> | undefined;

async function loadWithSheet(): Promise<MapEngine> {
  const [loaded] = await Promise.all([import('maplibre-gl'), import('maplibre-gl/dist/maplibre-gl.css')]);
  return loaded;
}

/** The map engine, loaded once and separately: it is larger than the rest of the console. */
export function loadMapEngine(): Promise<MapEngine> {
  engine ??= loadPart(loadWithSheet).then((loaded) => {
    // When bundled, the engine cannot find its worker by itself.
    loaded.setWorkerUrl(workerUrl);
    return loaded;
  });
  return engine;
}
