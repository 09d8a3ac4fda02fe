import { Source } from '@vis.gl/react-maplibre';
import { SelectedLayer } from '#/map/layers/SelectedLayer.tsx';
import { useEditor } from '../editor-store.ts';
import { useAgmPlaces } from '../line-view/use-agm-places.ts';
import { toPlaceFeatures } from './path-features.ts';

const SOURCE = 'draft-agms';
const NO_AGMS: readonly number[] = [];
const NO_PLACES = {};

/** Draws a ring around every device that watches the line. */
export function DraftAgms() {
  const agms = useEditor((editor) => editor.draft?.agms ?? NO_AGMS);
  const offlineAgms = useEditor((editor) => editor.draft?.offlineAgms ?? NO_PLACES);
  const places = useAgmPlaces({ agms, offlineAgms }).flatMap(({ place }) => (place ? [place] : []));
  return (
    <Source id={SOURCE} type="geojson" data={toPlaceFeatures(places)}>
      <SelectedLayer id={SOURCE} source={SOURCE} />
    </Source>
  );
}
