import { Layer } from '@vis.gl/react-maplibre';
import { CHIP_HEIGHT } from '../icons/count-chip.ts';
import { DEVICES_END } from './slots.ts';

interface CountLayerProps {
  readonly id: string;
  readonly source: string;
  readonly textColor: string;
}

/** Zoom from which every device shows its count; below it only those with an alarm. */
const ALL_FROM_ZOOM = 11;
/** Below the icon, without a gap, in px. */
const DROP = 16 + CHIP_HEIGHT / 2 - 3;
const TEXT_SIZE = 11;

/** The detection count on its plate. The first font name only sets the weight: the browser's own fonts are drawn. */
export function CountLayer({ id, source, textColor }: CountLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      filter={['all', ['!=', ['get', 'count'], ''], ['step', ['zoom'], ['get', 'isAlarmed'], ALL_FROM_ZOOM, true]]}
      layout={{
        'icon-image': ['get', 'chip'],
        'icon-offset': [0, DROP],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'count'],
        'text-font': ['Inter Variable Semibold', 'Inter Variable', 'sans-serif'],
        'text-size': TEXT_SIZE,
        'text-offset': [0, DROP / TEXT_SIZE],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'symbol-sort-key': ['get', 'rank'],
      }}
      paint={{ 'text-color': textColor }}
    />
  );
}
