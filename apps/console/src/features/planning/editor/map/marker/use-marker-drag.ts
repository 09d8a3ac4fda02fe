import type { Place } from '@waymark/domain/geo/great-circle';
import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapEngine, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { changeDraft, useEditor } from '#/features/planning/editor/editor-store.ts';
import { changeMarker } from './edit-marker.ts';
import { lookAround } from '#/map/camera/look-around.ts';
import { findMarkerAt, MARKER_REACH_PX } from '../path-features.ts';

export interface MarkerDrag {
  readonly name: string;
  readonly place: Place;
}

/** A shorter movement is a click. */
const SLACK_PX = 3;
/** Rounds to a decimetre. */
const DECIMALS = 6;

type Press = MapMouseEvent | MapTouchEvent;

const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));

function placeOf({ lngLat }: Press): Place {
  const { lat, lng } = lngLat.wrap();
  return { lat: round(lat), lon: round(lng) };
}

const isSecondary = ({ originalEvent }: Press) =>
  originalEvent instanceof MouseEvent ? originalEvent.button !== 0 : originalEvent.touches.length > 1;

/** Reports the place of a dragged marker; returns a function that stops it. The map does not move meanwhile. */
function watchDrags(map: MapEngine, tell: (drag: MarkerDrag | null) => void): () => void {
  let held: { readonly name: string; readonly at: Press['point'] } | null = null;
  let drag: MarkerDrag | null = null;
  const follow = (next: MarkerDrag | null) => {
    drag = next;
    tell(next);
  };
  const press = (event: Press) => {
    if (useEditor.getState().tool !== 'none' || isSecondary(event)) return;
    const name = findMarkerUnder(event);
    if (name === null) return;
    event.preventDefault();
    held = { name, at: event.point };
  };
  const move = (event: Press) => {
    if (held && (drag || held.at.dist(event.point) > SLACK_PX)) follow({ name: held.name, place: placeOf(event) });
  };
  const drop = () => {
    const dropped = drag;
    held = null;
    if (!dropped) return;
    follow(null);
    changeDraft((draft) => changeMarker(draft, dropped.name, dropped.place));
  };
  const cancel = () => {
    held = null;
    if (drag) follow(null);
  };
  const heard = [
    map.on('mousedown', press),
    map.on('touchstart', press),
    map.on('mousemove', move),
    map.on('touchmove', move),
    map.on('touchend', drop),
    map.on('touchcancel', cancel),
  ];
  // The button may be released outside the map.
  window.addEventListener('mouseup', drop);
  return () => {
    for (const each of heard) each.unsubscribe();
    window.removeEventListener('mouseup', drop);
  };
}

/** The dragged marker and its present place. */
export function useMarkerDrag(): MarkerDrag | null {
  const { current: map } = useMap();
  const [drag, setDrag] = useState<MarkerDrag | null>(null);
  useEffect(() => (map ? watchDrags(map.getMap(), setDrag) : undefined), [map]);
  return drag;
}

export function findMarkerUnder({ target, point }: Pick<MapMouseEvent, 'target' | 'point'>): string | null {
  const markers = useEditor.getState().draft?.markers ?? [];
  return findMarkerAt(markers, lookAround(target, point, MARKER_REACH_PX));
}
