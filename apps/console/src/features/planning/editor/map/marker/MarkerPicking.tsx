import { useMap } from '@vis.gl/react-maplibre';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { showMarker, useEditor } from '#/features/planning/editor/editor-store.ts';
import { findMarkerUnder } from './find-marker-under.ts';

/** A click on a marker opens it; a click elsewhere closes the open one. */
export function MarkerPicking() {
  const { current: map } = useMap();
  const isOn = useEditor((editor) => editor.tool === 'none');
  const pick = useEffectEvent((event: MapMouseEvent) => {
    if (!isOn) return false;
    const name = findMarkerUnder(event);
    showMarker(name);
    return name !== null;
  });
  const point = useEffectEvent((event: MapMouseEvent) => {
    if (isOn && findMarkerUnder(event) !== null) event.target.getCanvas().style.cursor = 'grab';
  });
  useEffect(() => {
    if (!map) return undefined;
    const move = (event: MapMouseEvent) => point(event);
    const stop = takeMapClicks((event) => pick(event));
    map.on('mousemove', move);
    return () => {
      stop();
      map.off('mousemove', move);
    };
  }, [map]);
  return null;
}
