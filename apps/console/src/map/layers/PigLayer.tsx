import { Layer } from '@vis.gl/react-maplibre';
import { UNSURE_SIGN } from '../icons/tracking-pictures.ts';

interface PigLayerProps {
  readonly id: string;
  readonly source: string;
  readonly label: string;
  readonly halo: string;
}

const FONT = ['Inter Variable Semibold', 'Inter Variable', 'sans-serif'];

/** Pigs, turned along their line, with name and speed. Above everything, so that the user finds them at once. */
export function PigLayer({ id, source, label, halo }: PigLayerProps) {
  return (
    <>
      <Layer
        id={id}
        source={source}
        type="symbol"
        filter={['has', 'pig']}
        layout={{
          'icon-image': ['get', 'icon'],
          'icon-rotate': ['get', 'turn'],
          'icon-rotation-alignment': 'map',
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
      />
      <Layer
        id={`${id}-unsure`}
        source={source}
        type="symbol"
        filter={['==', ['get', 'isOverdue'], true]}
        layout={{
          'icon-image': UNSURE_SIGN,
          'icon-offset': [13, -13],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
      />
      <Layer
        id={`${id}-names`}
        source={source}
        type="symbol"
        filter={['has', 'pig']}
        layout={{
          'text-field': ['get', 'pig'],
          'text-font': FONT,
          'text-size': 12,
          // Name and speed on one line: a name would be wrapped at its dashes.
          'text-max-width': 30,
          'text-anchor': 'bottom',
          'text-offset': [0, -1.6],
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        }}
        paint={{ 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 2 }}
      />
    </>
  );
}
