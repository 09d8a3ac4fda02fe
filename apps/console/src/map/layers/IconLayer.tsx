import { Layer } from '@vis.gl/react-maplibre';
import { DEVICES_END } from './slots.ts';

interface IconLayerProps {
  readonly id: string;
  readonly source: string;
  /** Smaller icons while the whole country is in view; alarmed ones keep their size. */
  readonly isCrowded: boolean;
}

const FULL = 1;
const CROWDED = 0.62;

/** A device's icon. Icons never hide each other: the most important ones are drawn last. */
export function IconLayer({ id, source, isCrowded }: IconLayerProps) {
  const small = isCrowded ? CROWDED : FULL;
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      layout={{
        'icon-image': ['get', 'icon'],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 4, ['case', ['get', 'isAlarmed'], FULL, small], 9, FULL],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'rank'],
      }}
    />
  );
}
