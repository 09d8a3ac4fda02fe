import { findMarker } from '@waymark/domain/run/run';
import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { useCoveredEdges } from '#/map/camera/free-area.ts';
import { useFlyTo } from '#/map/camera/MapCamera.tsx';
import { findTracked } from '#/features/runs/runs-store.ts';
import { askFlight, useFirstFlight } from '../startup/first-flight.ts';
import { useTracking } from '#/features/runs/run-selection.ts';

/** A zoom at which adjacent markers can be distinguished; the map never zooms out to it. */
const MARKER_ZOOM = 12;

function useShowMarker(): (runId: number, name: string) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  const flyTo = useFlyTo();
  return (runId, name) => {
    const tracked = findTracked(runId);
    const marker = tracked && findMarker(tracked.run, name);
    if (!map || !marker) return;
    const { x, y } = map.project([marker.lon, marker.lat]);
    const { clientWidth, clientHeight } = map.getContainer();
    const isSeen =
      x > covered.left && x < clientWidth - covered.right && y > covered.top && y < clientHeight - covered.bottom;
    if (!isSeen) flyTo(marker.lat, marker.lon, Math.max(MARKER_ZOOM, map.getZoom()));
  };
}

/** Flies to a chosen marker that is out of view, and to the target in the address. */
export function RunsCamera() {
  const runId = useTracking((tracking) => tracking.runId);
  const markerName = useTracking((tracking) => tracking.markerName);
  const flight = useFirstFlight((first) => first.flight);
  const flyTo = useEffectEvent(useFlyTo());
  const show = useEffectEvent(useShowMarker());
  useEffect(() => {
    if (runId !== null && markerName !== null) show(runId, markerName);
  }, [runId, markerName]);
  useEffect(() => {
    if (!flight) return;
    flyTo(flight.lat, flight.lon, flight.zoom);
    askFlight(null);
  }, [flight]);
  return null;
}
