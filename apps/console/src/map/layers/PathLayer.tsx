import { Layer } from '@vis.gl/react-maplibre';
import { OVERLAY_END } from './slots.ts';

interface PathLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
  /** Distinguishes the line from satellite imagery. */
  readonly casing: string;
}

const SHAPE = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** A planned line: dotted, and under all markers. */
export function PathLayer({ id, source, color, casing }: PathLayerProps) {
  return (
    <>
      <Layer
        id={`${id}-casing`}
        source={source}
        type="line"
        beforeId={OVERLAY_END}
        layout={SHAPE}
        paint={{ 'line-color': casing, 'line-width': 6, 'line-opacity': 0.55 }}
      />
      <Layer
        id={id}
        source={source}
        type="line"
        beforeId={OVERLAY_END}
        layout={SHAPE}
        paint={{ 'line-color': color, 'line-width': 3, 'line-dasharray': [0, 2] }}
      />
    </>
  );
}
