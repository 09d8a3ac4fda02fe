import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapEngine, MapMouseEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { lookAround, type ScreenPoint } from '#/map/camera/look-around.ts';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { useEditor } from '#/features/planning/editor/editor-store.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { useHeardPositions } from '#/features/runs/heard-positions.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { selectMarker, selectRun } from '#/features/runs/run-selection.ts';
import { findMarkerAt, findPigAt, REACH_PX } from './find-run-under.ts';
import { drawPig } from './pig-place.ts';
import { areApart, boundsOf } from './run-bounds.ts';
import { MOST_LIFT } from '#/map/layers/RunMarkerLayers.tsx';
import { findSignsAt, signBoard } from '#/map/signs/sign-board.ts';

interface Found {
  readonly runId: number;
  /** null: the pig. */
  readonly markerName: string | null;
}

/** Distance of the nearest device or cluster from the point. */
function measureSign(map: MapEngine, { x, y }: ScreenPoint): number {
  const { lat, lng: lon } = map.unproject([x, y]);
  return findSignsAt(signBoard.layout, { lat, lon }, map.getZoom())[0]?.distancePx ?? Infinity;
}

/** Prefers a pig to a marker, and a marker to a device that is farther away. */
function findUnder(map: MapEngine, point: ScreenPoint): Found | null {
  const around = lookAround(map, point, REACH_PX + MOST_LIFT);
  const { runs } = useRuns.getState();
  const { byRun } = useHeardPositions.getState();
  const now = readServerNow();
  const near = runs.filter(({ course }) => !areApart(boundsOf(course), around.box));
  const pig = findPigAt(
    near.map((tracked) => [tracked.run.runId, drawPig(tracked, byRun.get(tracked.run.runId), now)]),
    around,
  );
  if (pig !== null) return { runId: pig, markerName: null };
  const marker = findMarkerAt(runs, around, map.getZoom(), (key) => signBoard.layout.markers.get(key));
  return marker && marker.distancePx <= measureSign(map, point)
    ? { runId: marker.runId, markerName: marker.name }
    : null;
}

/** While a path is edited, clicks belong to its editor. */
const isElsewhere = () => useEditor.getState().draft !== null;

/** Selects the clicked marker or pig. */
export function RunPicking() {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map) return undefined;
    const stop = takeMapClicks(({ target, point }) => {
      const found = isElsewhere() ? null : findUnder(target, point);
      if (!found) return false;
      if (found.markerName === null) selectRun(found.runId);
      else selectMarker(found.runId, found.markerName);
      return true;
    });
    const point = ({ target, point: at }: MapMouseEvent) => {
      if (!isElsewhere() && findUnder(target, at)) target.getCanvas().style.cursor = 'pointer';
    };
    map.on('mousemove', point);
    return () => {
      stop();
      map.off('mousemove', point);
    };
  }, [map]);
  return null;
}
