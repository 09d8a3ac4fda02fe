import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { PLACE_ZOOM } from '#/map/camera/last-view.ts';
import { useFitBox, useFlyTo, useLookForPlace } from '#/map/camera/MapCamera.tsx';
import type { EditorDraft } from '../draft.ts';
import { useEditor } from '../editor-store.ts';
import { findPathBounds, listLinePlaces } from './path-features.ts';

/** Changes with the path, the CSV or the line file, but not when a marker is moved. */
function nameCourse({ pathId, csvFileName, lineFileName, markers }: EditorDraft): string {
  return [pathId, csvFileName, lineFileName, markers.length, markers[0]?.name, markers.at(-1)?.name].join('\n');
}

/** Half of a long name reaches beyond the last marker, in px. */
const NAME_ROOM = 32;

function useFitPath(): () => void {
  const fit = useFitBox({ rightPx: NAME_ROOM, mostZoom: PLACE_ZOOM });
  return () => {
    const { draft } = useEditor.getState();
    const bounds = draft && findPathBounds([...draft.markers, ...listLinePlaces(draft)]);
    if (bounds) fit(bounds);
  };
}

/** A zoom at which a marker can be edited; the map never zooms out to it. */
const MARKER_ZOOM = 13;

/** Flies to an opened marker that is out of view. */
function useShowMarker(): (name: string) => void {
  const { current: map } = useMap();
  const look = useLookForPlace();
  const flyTo = useFlyTo();
  return (name) => {
    const marker = useEditor.getState().draft?.markers.find((each) => each.name === name);
    if (!map || !marker || look(marker.lat, marker.lon).isSeen) return;
    flyTo(marker.lat, marker.lon, Math.max(MARKER_ZOOM, map.getZoom()));
  };
}

/** Shows the whole path when it is opened or read, and a marker that is opened from a list. */
export function DraftCamera() {
  const course = useEditor(({ draft }) => (draft ? nameCourse(draft) : null));
  const marker = useEditor((editor) => editor.marker);
  const fit = useEffectEvent(useFitPath());
  const show = useEffectEvent(useShowMarker());
  useEffect(() => {
    if (course !== null) fit();
  }, [course]);
  useEffect(() => {
    if (marker !== null) show(marker);
  }, [marker]);
  return null;
}
