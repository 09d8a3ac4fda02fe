import { useMap } from '@vis.gl/react-maplibre';
import type { ErrorEvent, Map as MapEngine, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import type { TileStatus } from './tile-health.ts';
import { probeTiles } from './tile-request.ts';
import { listTileSources, type TileLayer } from './tile-settings.ts';
import { TileWatch } from './tile-watch.ts';

/** Tiles that are still missing this long after a movement make their host doubtful. */
const PATIENCE_MS = 6000;

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Reports the results of the map's tiles to the watch; returns a function that stops it. */
function listenToMap(map: MapEngine, sourceIds: readonly string[], watch: TileWatch): () => void {
  let stopWaiting: (() => void) | undefined;
  const isWaiting = () => sourceIds.some((id) => map.getSource(id) && !map.isSourceLoaded(id));
  const fail = (event: ErrorEvent & { readonly sourceId?: string }) => {
    if (sourceIds.includes(event.sourceId ?? '')) watch.tell('tile-failed');
  };
  const come = (event: MapSourceDataEvent) => {
    if (event.tile && sourceIds.includes(event.sourceId)) watch.tell('tile-came');
  };
  const moved = () => {
    stopWaiting?.();
    stopWaiting = after(PATIENCE_MS, () => isWaiting() && void watch.ask());
  };
  // Only a hint: some machines never report that they are online again.
  const askNow = () => void watch.ask();
  map.on('error', fail);
  map.on('sourcedata', come);
  map.on('moveend', moved);
  window.addEventListener('online', askNow);
  return () => {
    stopWaiting?.();
    map.off('error', fail);
    map.off('sourcedata', come);
    map.off('moveend', moved);
    window.removeEventListener('online', askNow);
  };
}

/** Whether the hosts of a layer can be used; for the same layer while the component is mounted. */
export function useTileHealth(name: string, layer: TileLayer): TileStatus {
  const { current: map } = useMap();
  const [status, setStatus] = useState<TileStatus>('asking');
  useEffect(() => {
    if (!map) return undefined;
    const watch = new TileWatch({ probe: (signal) => probeTiles(layer.urls, signal), after, onStatus: setStatus });
    const stopListening = listenToMap(map.getMap(), listTileSources(name, layer), watch);
    void watch.ask();
    return () => {
      stopListening();
      watch.stop();
    };
  }, [map, name, layer]);
  return status;
}
