import { Layer } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';
import { CHOSEN_RING } from '../icons/tracking-pictures.ts';
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

/** Zoom from which every marker has its full icon. */
export const ICONS_FROM_ZOOM = 12;
export const SMALL = 0.6;
/** The tip of a shield is at its place, so that the device there stays visible; px at full size. */
export const SHIELD_LIFT = 17;
/** T-031. */
const OPACITY = 0.8;
const FONT = ['Inter Variable Semibold', 'Inter Variable', 'sans-serif'];

const byShield = (watched: unknown, other: unknown): ExpressionSpecification =>
  ['case', ['==', ['get', 'weight'], 'track'], watched, other] as ExpressionSpecification;

const LIFT = byShield(['literal', [0, -SHIELD_LIFT]], ['literal', [0, 0]]);
const BADGE_LIFT = byShield(['literal', [11, -SHIELD_LIFT - 9]], ['literal', [11, -9]]);
// Below a shield there may be a device with its count.
const NAME_ANCHOR = byShield('bottom', 'top');
const NAME_OFFSET = byShield(['literal', [0, -3]], ['literal', [0, 1.5]]);

/**
 * The markers of active runs. At low zoom only the ends have full icons: watched markers are small, others are dots,
 * filled after the pig was detected beyond. The first font name only sets the weight: the browser's own fonts are
 * drawn.
 */
export function RunMarkerLayers({ id, source, chosen, line, casing, label, halo }: RunMarkerLayersProps) {
  const isChosen: ExpressionSpecification = ['==', ['get', 'key'], chosen ?? ''];
  const isLarge: ExpressionSpecification = ['any', ['==', ['get', 'weight'], 'end'], isChosen];
  const size: ExpressionSpecification = ['step', ['zoom'], ['case', isLarge, 1, SMALL], ICONS_FROM_ZOOM, 1];
  const isShown: ExpressionSpecification = [
    'step',
    ['zoom'],
    ['any', ['!=', ['get', 'weight'], 'mark'], isChosen],
    ICONS_FROM_ZOOM,
    true,
  ];
  const common = { source, beforeId: RUNS_END } as const;
  const rank: ExpressionSpecification = ['get', 'rank'];
  const stacked = { 'icon-allow-overlap': true, 'icon-ignore-placement': true, 'symbol-sort-key': rank } as const;
  return (
    <>
      <Layer
        id={`${id}-dots`}
        {...common}
        type="circle"
        maxzoom={ICONS_FROM_ZOOM}
        filter={['==', ['get', 'weight'], 'mark']}
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
        layout={{ ...stacked, 'icon-image': CHOSEN_RING, 'icon-offset': LIFT }}
      />
      <Layer
        id={`${id}-icons`}
        {...common}
        type="symbol"
        filter={isShown}
        layout={{ ...stacked, 'icon-image': ['get', 'icon'], 'icon-size': size, 'icon-offset': LIFT }}
        paint={{ 'icon-opacity': OPACITY }}
      />
      <Layer
        id={`${id}-badges`}
        {...common}
        type="symbol"
        filter={['all', ['!=', ['get', 'badge'], ''], isShown]}
        layout={{ ...stacked, 'icon-image': ['get', 'badge'], 'icon-size': size, 'icon-offset': BADGE_LIFT }}
      />
      <NameLayer {...{ id, source, isLarge, label, halo }} />
    </>
  );
}

type NameLayerProps = Pick<RunMarkerLayersProps, 'id' | 'source' | 'label' | 'halo'> & {
  readonly isLarge: ExpressionSpecification;
};

function NameLayer({ id, source, isLarge, label, halo }: NameLayerProps) {
  return (
    <Layer
      id={`${id}-names`}
      source={source}
      beforeId={RUNS_END}
      type="symbol"
      filter={['step', ['zoom'], isLarge, ICONS_FROM_ZOOM, true]}
      layout={{
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 12,
        'text-anchor': NAME_ANCHOR,
        'text-offset': NAME_OFFSET,
      }}
      paint={{ 'text-color': label, 'text-halo-color': halo, 'text-halo-width': 1.5 }}
    />
  );
}
