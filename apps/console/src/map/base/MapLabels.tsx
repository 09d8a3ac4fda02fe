import { Layer, Source } from '@vis.gl/react-maplibre';
import type { ComponentProps } from 'react';
import { GROUND_END } from '../layers/slots.ts';
import type { MapColors } from '../map-colors.ts';
import type { LabelKind, Labels } from './base-map-data.ts';

type SymbolLayer = Extract<ComponentProps<typeof Layer>, { readonly type: 'symbol' }>;

interface KindStyle {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly size: number;
  /** Letter spacing in em; wide for areas, to distinguish them from towns. */
  readonly spacing: number;
  readonly isUpperCase: boolean;
}

const STYLES: Readonly<Record<LabelKind, KindStyle>> = {
  country: { minzoom: 2, maxzoom: 5.5, size: 11.5, spacing: 0.12, isUpperCase: true },
  state: { minzoom: 4, maxzoom: 7.5, size: 10.5, spacing: 0.1, isUpperCase: true },
  place: { minzoom: 4.4, maxzoom: 24, size: 11, spacing: 0, isUpperCase: false },
};

/** Drawn with the browser's own font, so that no glyph files are needed. */
const FONT = ['sans-serif'];

function layoutOf(kind: LabelKind): NonNullable<SymbolLayer['layout']> {
  const { size, spacing, isUpperCase } = STYLES[kind];
  return {
    'text-field': ['get', 'name'],
    'text-font': FONT,
    'text-size': size,
    'text-letter-spacing': spacing,
    'text-transform': isUpperCase ? 'uppercase' : 'none',
    'text-max-width': 8,
    'text-padding': 6,
    'symbol-sort-key': ['get', 'rank'],
  };
}

/** Names; more of them at higher zoom. */
export function MapLabels({ labels, colors }: { readonly labels: Labels; readonly colors: MapColors }) {
  const paint = { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 };
  const kinds: readonly LabelKind[] = ['place', 'state', 'country'];
  return (
    <Source id="labels" type="geojson" data={labels}>
      {kinds.map((kind) => (
        <Layer
          key={kind}
          id={`labels-${kind}`}
          type="symbol"
          beforeId={GROUND_END}
          filter={
            kind === 'place'
              ? ['all', ['==', ['get', 'kind'], kind], ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 5, 2, 6, 3]]]
              : ['==', ['get', 'kind'], kind]
          }
          minzoom={STYLES[kind].minzoom}
          maxzoom={STYLES[kind].maxzoom}
          layout={layoutOf(kind)}
          paint={paint}
        />
      ))}
    </Source>
  );
}
