import { Source } from '@vis.gl/react-maplibre';
import { PathLayer } from '#/map/layers/PathLayer.tsx';
import { PathMarkerLayers } from '#/map/layers/PathMarkerLayers.tsx';
import type { Marker } from '@waymark/domain/path/marker';
import { useEditor } from '../editor-store.ts';
import type { EditorColors } from './editor-colors.ts';
import { listLinePlaces, toLineFeature, toMarkerFeatures } from './path-features.ts';
import type { MarkerDrag } from './marker/use-marker-drag.ts';

const LINE = 'draft-line';
const MARKERS = 'draft-markers';
const NONE: readonly Marker[] = [];

function moveDragged(markers: readonly Marker[], drag: MarkerDrag | null): readonly Marker[] {
  return drag ? markers.map((marker) => (marker.name === drag.name ? { ...marker, ...drag.place } : marker)) : markers;
}

/** Draws the line with its markers, and a dragged marker at its present place. */
export function DraftPath({ colors, drag }: { readonly colors: EditorColors; readonly drag: MarkerDrag | null }) {
  const markers = moveDragged(
    useEditor((editor) => editor.draft?.markers ?? NONE),
    drag,
  );
  const lineKml = useEditor((editor) => editor.draft?.lineKml ?? null);
  const chosen = useEditor((editor) => editor.marker);
  return (
    <>
      <Source id={LINE} type="geojson" data={toLineFeature(listLinePlaces({ markers, lineKml }))}>
        <PathLayer id={LINE} source={LINE} color={colors.line} casing={colors.casing} />
      </Source>
      <Source id={MARKERS} type="geojson" data={toMarkerFeatures(markers)}>
        <PathMarkerLayers id={MARKERS} source={MARKERS} chosen={drag?.name ?? chosen} {...colors} />
      </Source>
    </>
  );
}
