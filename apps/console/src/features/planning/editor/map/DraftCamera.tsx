import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { padFreeArea, useCoveredEdges, type CoveredEdges } from '#/map/camera/free-area.ts';
import { PLACE_ZOOM } from '#/map/camera/map-limits.ts';
import { useFlyTo } from '#/map/camera/MapCamera.tsx';
import { phoneWidth } from '#/ui/window/window-store.ts';
import type { EditorDraft } from '../draft.ts';
import { useEditor } from '../editor-store.ts';
import { findPathBounds, listLinePlaces } from './path-features.ts';

/** Changes with the path, the CSV or the line file, but not when a marker is moved. */
function nameCourse({ pathId, csvFileName, lineFileName, markers }: EditorDraft): string {
  return [pathId, csvFileName, lineFileName, markers.length, markers[0]?.name, markers.at(-1)?.name].join('\n');
}

/** Half of a long name reaches beyond the last marker, in px. */
const NAME_ROOM = 32;

/** On a phone the editor covers the lower half. */
const SHEET_SHARE = 0.5;

function addSheet(covered: CoveredEdges, width: number, height: number): CoveredEdges {
  return width < phoneWidth ? { ...covered, bottom: covered.bottom + SHEET_SHARE * height } : covered;
}

function useFitPath(): () => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return () => {
    const { draft } = useEditor.getState();
    const bounds = draft && findPathBounds([...draft.markers, ...listLinePlaces(draft)]);
    if (!map || !bounds) return;
    const { clientWidth, clientHeight } = map.getContainer();
    const padding = padFreeArea(
      { ...addSheet(covered, clientWidth, clientHeight), right: covered.right + NAME_ROOM },
      clientWidth,
      clientHeight,
    );
    map.fitBounds([bounds.west, bounds.south, bounds.east, bounds.north], {
      padding,
      maxZoom: PLACE_ZOOM,
      maxDuration: 2000,
    });
  };
}

/** A zoom at which a marker can be edited; the map never zooms out to it. */
const MARKER_ZOOM = 13;

/** Flies to an opened marker that is out of view. */
function useShowMarker(): (name: string) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  const flyTo = useFlyTo();
  return (name) => {
    const marker = useEditor.getState().draft?.markers.find((each) => each.name === name);
    if (!map || !marker) return;
    const { x, y } = map.project([marker.lon, marker.lat]);
    const { clientWidth, clientHeight } = map.getContainer();
    const isSeen =
      x > covered.left && x < clientWidth - covered.right && y > covered.top && y < clientHeight - covered.bottom;
    if (!isSeen) flyTo(marker.lat, marker.lon, Math.max(MARKER_ZOOM, map.getZoom()));
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
