import { Layer } from '@vis.gl/react-maplibre';
import { UNSURE_SIGN } from '../icons/tracking-pictures.ts';

interface PigLayerProps {
  readonly id: string;
  readonly source: string;
}

/** Pigs, turned along their line. Above everything, so that the user finds them at once. */
export function PigLayer({ id, source }: PigLayerProps) {
  return (
    <>
      <Layer
        id={id}
        source={source}
        type="symbol"
        filter={['==', ['get', 'isPig'], true]}
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
    </>
  );
}
