import { Layer } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';
import { CHOSEN_RING, SILENCED_SIGN } from '../icons/tracking-pictures.ts';
import { ICONS_FROM_ZOOM, type MarkerWeight } from '../signs/lay-out-signs.ts';
import { RUNS_END } from './slots.ts';

interface RunMarkerLayersProps {
  readonly id: string;
  readonly source: string;
  /** Key of the selected marker; null: none. */
  readonly chosen: string | null;
  readonly line: string;
  readonly casing: string;
  readonly label: string;
  readonly halo: string;
}

/** Size of a shield at low zoom. */
const SMALL = 0.6;
/** How far icons stand above their place, in px: the tip of a shield is at the place or on the device there. */
const LIFT = { shield: 17, shieldOnDevice: 27, smallOnDevice: 19, endOnDevice: 28 } as const;
/** T-031. */
const OPACITY = 0.8;
const FONT = ['Inter Variable Semibold', 'Inter Variable', 'sans-serif'];

/** How far the icon of a marker stands above its place on the screen, in px. */
export function liftMarker(weight: MarkerWeight, isOnDevice: boolean, zoom: number): number {
  if (weight === 'end') return isOnDevice ? LIFT.endOnDevice : 0;
  if (weight === 'mark') return 0;
  if (zoom >= ICONS_FROM_ZOOM) return isOnDevice ? LIFT.shieldOnDevice : LIFT.shield;
  return isOnDevice ? LIFT.smallOnDevice : LIFT.shield * SMALL;
}

/** The longest lift. */
export const MOST_LIFT = LIFT.shieldOnDevice;

const isTrack: ExpressionSpecification = ['==', ['get', 'weight'], 'track'];
const isOnDevice: ExpressionSpecification = ['==', ['get', 'isOnDevice'], true];

type Point = readonly [x: number, y: number];
const at = ([x, y]: Point): ExpressionSpecification => ['literal', [x, y]];

/** A point beside the icon, in px of its full size: by zoom, by kind, and by what it stands on. */
function besideIcon(x: number, y: number): ExpressionSpecification {
  const pick = (shieldOnDevice: number): ExpressionSpecification => [
    'case',
    ['all', isTrack, isOnDevice],
    at([x, y - shieldOnDevice]),
    isTrack,
    at([x, y - LIFT.shield]),
    isOnDevice,
    at([x, y - LIFT.endOnDevice]),
    at([x, y]),
  ];
  return ['step', ['zoom'], pick(LIFT.smallOnDevice / SMALL), ICONS_FROM_ZOOM, pick(LIFT.shieldOnDevice)];
}

/** In ems: above shields and what stands on a device, because below there is the device with its count. */
const NAME_OFFSET: ExpressionSpecification = [
  'case',
  ['all', isTrack, isOnDevice],
  at([0, -4]),
  isTrack,
  at([0, -3]),
  isOnDevice,
  at([0, -3.8]),
  at([0, 1.5]),
];

/**
 * The markers of active runs that have a place on the map: icons, or dots, which are filled after the pig was detected
 * beyond. At low zoom only the ends have full icons. The first font name only sets the weight: the browser's own fonts
 * are drawn.
 */
export function RunMarkerLayers({ id, source, chosen, line, casing, label, halo }: RunMarkerLayersProps) {
  const isChosen: ExpressionSpecification = ['==', ['get', 'key'], chosen ?? ''];
  const isLarge: ExpressionSpecification = ['any', ['==', ['get', 'weight'], 'end'], isChosen];
  const size: ExpressionSpecification = ['step', ['zoom'], ['case', isLarge, 1, SMALL], ICONS_FROM_ZOOM, 1];
  const isIcon: ExpressionSpecification = ['!=', ['get', 'isDot'], true];
  const common = { source, beforeId: RUNS_END } as const;
  const rank: ExpressionSpecification = ['get', 'rank'];
  const stacked = { 'icon-allow-overlap': true, 'icon-ignore-placement': true, 'symbol-sort-key': rank } as const;
  return (
    <>
      <Layer
        id={`${id}-dots`}
        {...common}
        type="circle"
        filter={['==', ['get', 'isDot'], true]}
        paint={{
          'circle-radius': 2.5,
          'circle-color': ['case', ['get', 'isPassed'], line, casing],
          'circle-opacity': OPACITY,
          'circle-stroke-color': line,
          'circle-stroke-opacity': OPACITY,
          'circle-stroke-width': 1.5,
        }}
      />
      <Layer
        id={`${id}-chosen`}
        {...common}
        type="symbol"
        filter={isChosen}
        layout={{ ...stacked, 'icon-image': CHOSEN_RING, 'icon-offset': besideIcon(0, 0) }}
      />
      <Layer
        id={`${id}-icons`}
        {...common}
        type="symbol"
        filter={isIcon}
        layout={{ ...stacked, 'icon-image': ['get', 'icon'], 'icon-size': size, 'icon-offset': besideIcon(0, 0) }}
        paint={{ 'icon-opacity': OPACITY }}
      />
      <Layer
        id={`${id}-badges`}
        {...common}
        type="symbol"
        filter={['all', ['!=', ['get', 'badge'], ''], isIcon]}
        layout={{ ...stacked, 'icon-image': ['get', 'badge'], 'icon-size': size, 'icon-offset': besideIcon(11, -9) }}
      />
      <Layer
        id={`${id}-silenced`}
        {...common}
        type="symbol"
        filter={['all', ['==', ['get', 'isSilenced'], true], isIcon]}
        layout={{ ...stacked, 'icon-image': SILENCED_SIGN, 'icon-size': size, 'icon-offset': besideIcon(-11, -9) }}
      />
      <NameLayer {...{ id, source, label, halo }} />
    </>
  );
}

/** The layout of signs has kept room for the names. */
function NameLayer({ id, source, label, halo }: Pick<RunMarkerLayersProps, 'id' | 'source' | 'label' | 'halo'>) {
  return (
    <Layer
      id={`${id}-names`}
      source={source}
      beforeId={RUNS_END}
      type="symbol"
      filter={['!=', ['get', 'name'], '']}
      layout={{
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 12,
        'text-anchor': ['case', ['any', isTrack, isOnDevice], 'bottom', 'top'],
        'text-offset': NAME_OFFSET,
        'text-allow-overlap': true,
      }}
      paint={{ 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.5 }}
    />
  );
}
