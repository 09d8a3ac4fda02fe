import { Layer } from '@vis.gl/react-maplibre';
import { RUNS_END } from './slots.ts';

interface RunBandLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
}

/** How sure we are: a soft band along the line, where the pig may be. */
export function RunBandLayer({ id, source, color }: RunBandLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      type="line"
      beforeId={RUNS_END}
      filter={['has', 'isBand']}
      layout={{ 'line-cap': 'round', 'line-join': 'round' }}
      paint={{
        'line-color': color,
        'line-width': ['interpolate', ['linear'], ['zoom'], 6, 14, 12, 24],
        'line-blur': 3,
      }}
    />
  );
}
