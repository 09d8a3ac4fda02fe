import { Layer } from '@vis.gl/react-maplibre';
import { DEVICES_END } from './slots.ts';

interface IconLayerProps {
  readonly id: string;
  readonly source: string;
}

/**
 * A device's icon. Icons never hide each other: the most important ones are drawn last. Names of the base map give way to
 * them.
 */
export function IconLayer({ id, source }: IconLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      filter={['!=', ['get', 'isCluster'], true]}
      layout={{
        'icon-image': ['get', 'icon'],
        'icon-allow-overlap': true,
        'symbol-sort-key': ['get', 'rank'],
      }}
    />
  );
}
