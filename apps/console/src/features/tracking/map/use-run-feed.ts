import { useMap } from '@vis.gl/react-maplibre';
import type { GeoJSONSource, Map as MapEngine } from 'maplibre-gl';
import { useEffect } from 'react';
import { readServerNow } from '#/features/runs/change-run.ts';
import { useSilences } from '#/features/alerts/silences-store.ts';
import { useHeardPositions } from '#/features/runs/heard-positions.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { selectMarker } from '#/features/runs/run-selection.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { listSilencedMarkers } from '../silenced-markers.ts';
import { findDrawnBand } from './pig-place.ts';
import { areApart, type Box } from './run-bounds.ts';
import { showPigs } from './pig-labels.ts';
import { RunFeed, type RunsDiff, type RunSource } from './run-feed.ts';
import { findLines, placeMarkers } from './run-features.ts';

/** Update interval of a moving pig; the longer one with reduced motion. */
const GLIDE_MS = 200;
const STEP_MS = 3000;

/** Silences begin and end without an event. */
const SILENCES_MS = 5000;

const wantsRest = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function readBox(map: MapEngine): Box {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}

/** Calls at a low rate, and not while the page is hidden; returns a function that stops it. */
function glide(move: () => void): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(() => requestAnimationFrame(turn), wantsRest() ? STEP_MS : GLIDE_MS);
  };
  const turn = () => {
    if (isStopped) return;
    move();
    wait();
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Keeps the map's sources of the active runs up to date; they start empty. */
export function useRunFeed(): void {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map) return undefined;
    const engine = map.getMap();
    let silenced: ReadonlySet<string> = new Set();
    const findSilenced = () => {
      const runs = useRuns.getState().runs.map(({ run }) => run);
      silenced = listSilencedMarkers(runs, useSilences.getState().silences, readServerNow());
    };
    const feed = new RunFeed({
      heardOf: (runId) => useHeardPositions.getState().byRun.get(runId),
      findBand: findDrawnBand,
      update: (source: RunSource, { remove, add }: RunsDiff) =>
        void map.getSource<GeoJSONSource>(source)?.updateData({ remove: [...remove], add: [...add] }),
      placeMarkers: (runs) =>
        signBoard.putRuns(
          runs.flatMap(({ tracked, knowledge }) => placeMarkers(tracked, knowledge.markers, selectMarker)),
          findLines(runs.map(({ tracked: { run } }) => run)),
        ),
      findLook: (key) => {
        const look = signBoard.layout.markers.get(key);
        return look && { ...look, isSilenced: silenced.has(key) };
      },
    });
    const take = () => {
      findSilenced();
      feed.take(useRuns.getState().runs, readServerNow());
      showPigs(feed.drawn);
    };
    const move = () => {
      const box = readBox(engine);
      feed.move(readServerNow(), { zoom: engine.getZoom(), sees: (other) => !areApart(box, other) });
      showPigs(feed.drawn);
    };
    const lookAtSilences = () => {
      findSilenced();
      feed.redrawMarkers();
    };
    take();
    const beginnings = setInterval(lookAtSilences, SILENCES_MS);
    const stops = [
      useRuns.subscribe(take),
      useSilences.subscribe(lookAtSilences),
      glide(move),
      signBoard.onLaid(() => feed.redrawMarkers()),
    ];
    // Redraws runs that come into view.
    map.on('moveend', move);
    return () => {
      clearInterval(beginnings);
      for (const stop of stops) stop();
      signBoard.putRuns([], new Map());
      showPigs([]);
      map.off('moveend', move);
    };
  }, [map]);
}
