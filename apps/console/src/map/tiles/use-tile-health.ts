import { useMap } from '@vis.gl/react-maplibre';
import type { ErrorEvent, MapSourceDataEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { ASKING, chooseRetryDelayS, isDoubtful, stepTileHealth, type TileStatus } from './tile-health.ts';
import { probeTiles } from './tile-request.ts';
import type { TileLayer } from './tile-settings.ts';

/** Tiles that are still not there this long after a move make the host doubtful. */
const PATIENCE_MS = 6000;

/** Watches a layer of the map by its source ids; `layer` must stay the same object. Null: nothing to watch. */
export function useTileHealth(layer: TileLayer | null, sourceIds: readonly string[]): TileStatus {
  const { current: map } = useMap();
  const [health, tell] = useReducer(stepTileHealth, ASKING);
  const [question, ask] = useReducer((count: number) => count + 1, 0);
  const isDoubted = isDoubtful(health);

  useEffect(() => {
    if (!layer) return undefined;
    const leaving = new AbortController();
    void probeTiles(layer.urls, leaving.signal).then((isUp) => {
      if (!leaving.signal.aborted) tell(isUp ? 'answered' : 'refused');
    });
    return () => leaving.abort();
  }, [layer, question]);

  useEffect(() => {
    if (!isDoubted) return;
    tell('ask-again');
    ask();
  }, [isDoubted]);

  const retryS = health.status === 'down' ? chooseRetryDelayS(health) : null;
  useEffect(() => {
    if (retryS === null) return undefined;
    const timer = setTimeout(ask, retryS * 1000);
    // A hint only: some machines are never told that they are back.
    window.addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', ask);
    };
  }, [retryS, health.refusals]);

  const isOurs = useEffectEvent((sourceId: string | undefined) => sourceId !== undefined && sourceIds.includes(sourceId));
  const isWaiting = useEffectEvent(() => sourceIds.some((id) => map?.getSource(id) && !map.isSourceLoaded(id)));
  useEffect(() => {
    if (!map || health.status !== 'up') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fail = (event: ErrorEvent & { readonly sourceId?: string }) => {
      if (isOurs(event.sourceId)) tell('tile-failed');
    };
    const come = (event: MapSourceDataEvent) => {
      if (event.tile && isOurs(event.sourceId)) tell('tile-came');
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isWaiting()) ask();
      }, PATIENCE_MS);
    };
    map.on('error', fail);
    map.on('sourcedata', come);
    map.on('moveend', moved);
    return () => {
      clearTimeout(timer);
      map.off('error', fail);
      map.off('sourcedata', come);
      map.off('moveend', moved);
    };
  }, [map, health.status]);

  return health.status;
}
