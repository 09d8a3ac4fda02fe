import { MapPopup } from '#/map/marks/MapPopup.tsx';
import { showMarker, useEditor } from '#/features/planning/editor/editor-store.ts';
import { MarkerCard } from './MarkerCard.tsx';

/** Shows the open marker beside its place on the map. */
export function MarkerPopup() {
  const name = useEditor((editor) => editor.marker);
  const markers = useEditor((editor) => editor.draft?.markers);
  const at = markers?.findIndex((each) => each.name === name) ?? -1;
  const marker = markers?.[at];
  if (!markers || !marker) return null;
  const neighbours = { previous: markers[at - 1]?.name ?? null, next: markers[at + 1]?.name ?? null };
  return (
    <MapPopup lat={marker.lat} lon={marker.lon} phoneEdge="top">
      <MarkerCard key={marker.name} marker={marker} {...neighbours} onShow={showMarker} />
    </MapPopup>
  );
}
