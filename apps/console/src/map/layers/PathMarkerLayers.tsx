import { Layer } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';

interface PathMarkerLayersProps {
  readonly id: string;
  readonly source: string;
  /** Name of the open marker; null: none. */
  readonly chosen: string | null;
  readonly line: string;
  readonly casing: string;
  readonly label: string;
  readonly halo: string;
  readonly accent: string;
}

/** Zoom from which every marker has its full icon. */
const ICONS_FROM_ZOOM = 12;
const SMALL = 0.6;
const FONT = ['Inter Variable Semibold', 'Inter Variable', 'sans-serif'];

/**
 * The markers of a path. At low zoom only its ends have full icons: watched markers are small, others are dots. The
 * first font name only sets the weight: the browser's own fonts are drawn.
 */
export function PathMarkerLayers({ id, source, chosen, line, casing, label, halo, accent }: PathMarkerLayersProps) {
  const isChosen: ExpressionSpecification = ['==', ['get', 'name'], chosen ?? ''];
  return (
    <>
      <Layer
        id={`${id}-dots`}
        source={source}
        type="circle"
        maxzoom={ICONS_FROM_ZOOM}
        filter={['==', ['get', 'weight'], 'mark']}
        paint={{
          'circle-radius': 2.5,
          'circle-color': casing,
          'circle-stroke-color': line,
          'circle-stroke-width': 1.5,
        }}
      />
      <Layer
        id={`${id}-chosen`}
        source={source}
        type="circle"
        filter={isChosen}
        paint={{ 'circle-radius': 20, 'circle-opacity': 0, 'circle-stroke-color': accent, 'circle-stroke-width': 2.5 }}
      />
      <Layer
        id={`${id}-icons`}
        source={source}
        type="symbol"
        filter={['step', ['zoom'], ['any', ['!=', ['get', 'weight'], 'mark'], isChosen], ICONS_FROM_ZOOM, true]}
        layout={{
          'icon-image': ['get', 'icon'],
          'icon-size': [
            'step',
            ['zoom'],
            ['case', ['any', ['==', ['get', 'weight'], 'end'], isChosen], 1, SMALL],
            ICONS_FROM_ZOOM,
            1,
          ],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'symbol-sort-key': ['get', 'rank'],
        }}
      />
      <Layer
        id={`${id}-names`}
        source={source}
        type="symbol"
        filter={['step', ['zoom'], ['==', ['get', 'weight'], 'end'], ICONS_FROM_ZOOM, true]}
        layout={{
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': 12,
          'text-anchor': 'top',
          'text-offset': [0, 1.5],
        }}
        paint={{ 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.5 }}
      />
    </>
  );
}
