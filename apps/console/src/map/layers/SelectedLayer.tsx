import { Layer } from '@vis.gl/react-maplibre';
import { SELECTED_RING } from '../icons/device-icons.ts';
import { DEVICES_END } from './slots.ts';

interface SelectedLayerProps {
  readonly id: string;
  readonly source: string;
}

/** The ring around the selected device; a little wider than the largest icon. */
export function SelectedLayer({ id, source }: SelectedLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      layout={{
        'icon-image': SELECTED_RING,
        'icon-size': 1.25,
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      }}
    />
  );
}
