import { Layer } from '@vis.gl/react-maplibre';
import { CHIP_HEIGHT } from '../icons/count-chip.ts';
import { DEVICES_END } from './slots.ts';

// Numbers on the map. The first font name only sets the weight: the browser's own fonts are drawn.

interface CountLayerProps {
  readonly id: string;
  readonly source: string;
  readonly textColor: string;
}

const FONT = ['Inter Variable Semibold', 'Inter Variable', 'sans-serif'];
/** Below the icon, without a gap, in px. */
const DROP = 16 + CHIP_HEIGHT / 2 - 3;
const TEXT_SIZE = 11;
const OVER_ALL = {
  'icon-allow-overlap': true,
  'icon-ignore-placement': true,
  'text-allow-overlap': true,
  'text-ignore-placement': true,
} as const;

/** The detection count of a device on its plate; devices whose plate has no room have none. */
export function CountLayer({ id, source, textColor }: CountLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      filter={['all', ['!=', ['get', 'count'], ''], ['!=', ['get', 'isCluster'], true]]}
      layout={{
        ...OVER_ALL,
        'icon-image': ['get', 'chip'],
        'icon-offset': [0, DROP],
        'text-field': ['get', 'count'],
        'text-font': FONT,
        'text-size': TEXT_SIZE,
        'text-offset': [0, DROP / TEXT_SIZE],
        'symbol-sort-key': ['get', 'rank'],
      }}
      paint={{ 'text-color': textColor }}
    />
  );
}

/** Clusters with the number of their signs. */
export function ClusterLayer({ id, source, textColor }: CountLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      filter={['==', ['get', 'isCluster'], true]}
      layout={{
        'icon-allow-overlap': true,
        'text-allow-overlap': true,
        'icon-image': ['get', 'icon'],
        'text-field': ['get', 'count'],
        'text-font': FONT,
        'text-size': 12,
        'symbol-sort-key': ['get', 'rank'],
      }}
      paint={{ 'text-color': textColor }}
    />
  );
}

interface UidLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
  readonly halo: string;
}

const UID_SIZE = 11;
/** From the middle of the icon, in px. */
const UID_GAP = 17;

/** The UIDs of devices beside their icons, where the layout has found room. */
export function UidLayer({ id, source, color, halo }: UidLayerProps) {
  const gap = UID_GAP / UID_SIZE;
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      filter={['!=', ['get', 'uid'], '']}
      layout={{
        'text-field': ['get', 'uid'],
        'text-font': FONT,
        'text-size': UID_SIZE,
        'text-allow-overlap': true,
        'text-anchor': ['case', ['==', ['get', 'uidSide'], 'left'], 'right', 'left'],
        'text-offset': ['case', ['==', ['get', 'uidSide'], 'left'], ['literal', [-gap, 0]], ['literal', [gap, 0]]],
      }}
      paint={{ 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.5, 'text-opacity': 0.85 }}
    />
  );
}
