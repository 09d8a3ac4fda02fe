import type { MapMouseEvent } from 'maplibre-gl';
import { lookAround } from '#/map/camera/look-around.ts';
import { useEditor } from '#/features/planning/editor/editor-store.ts';
import { findMarkerAt, MARKER_REACH_PX } from '../path-features.ts';

export function findMarkerUnder({ target, point }: Pick<MapMouseEvent, 'target' | 'point'>): string | null {
  const markers = useEditor.getState().draft?.markers ?? [];
  return findMarkerAt(markers, lookAround(target, point, MARKER_REACH_PX));
}
