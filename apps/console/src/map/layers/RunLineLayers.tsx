import { Layer } from '@vis.gl/react-maplibre';
import type { ExpressionSpecification } from 'maplibre-gl';
import { RUNS_END } from './slots.ts';

interface RunLineLayersProps {
  readonly id: string;
  readonly source: string;
  readonly past: string;
  readonly future: string;
}

const SHAPE = { 'line-cap': 'round', 'line-join': 'round' } as const;

interface RunCasingLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
}

/** Distinguishes lines from satellite imagery; under all of them. */
export function RunCasingLayer({ id, source, color }: RunCasingLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      type="line"
      beforeId={RUNS_END}
      filter={['has', 'part']}
      layout={SHAPE}
      paint={{ 'line-color': color, 'line-width': 6, 'line-opacity': 0.55 }}
    />
  );
}

/** Confirmed parts are solid, expected ones dotted, those ahead of the pig thin; the features' `part` says which. */
export function RunLineLayers({ id, source, past, future }: RunLineLayersProps) {
  const isPart = (part: 'past' | 'expected' | 'future'): ExpressionSpecification => ['==', ['get', 'part'], part];
  const common = { source, type: 'line', beforeId: RUNS_END, layout: SHAPE } as const;
  return (
    <>
      <Layer id={`${id}-past`} {...common} filter={isPart('past')} paint={{ 'line-color': past, 'line-width': 3 }} />
      <Layer
        id={`${id}-future`}
        {...common}
        filter={isPart('future')}
        paint={{ 'line-color': future, 'line-width': 1.5, 'line-opacity': 0.65 }}
      />
      <Layer
        id={`${id}-expected`}
        {...common}
        filter={isPart('expected')}
        paint={{ 'line-color': past, 'line-width': 3.5, 'line-dasharray': [0, 2] }}
      />
    </>
  );
}
