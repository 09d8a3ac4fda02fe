import { Layer } from '@vis.gl/react-maplibre';
import { RUNS_END } from './slots.ts';

interface RunBandLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
  readonly searchColor: string;
}

const SHAPE = { 'line-cap': 'round', 'line-join': 'round' } as const;

/**
 * The uncertainty of the estimate: a soft band along the line where the pig may be; for an overdue pig the stretch to
 * search.
 */
export function RunBandLayer({ id, source, color, searchColor }: RunBandLayerProps) {
  const common = { source, type: 'line', beforeId: RUNS_END } as const;
  return (
    <>
      <Layer
        id={id}
        {...common}
        filter={['==', ['get', 'band'], 'span']}
        layout={SHAPE}
        paint={{
          'line-color': color,
          'line-width': ['interpolate', ['linear'], ['zoom'], 6, 14, 12, 24],
          'line-blur': 3,
        }}
      />
      <Layer
        id={`${id}-search`}
        {...common}
        filter={['==', ['get', 'band'], 'search']}
        layout={{ ...SHAPE, 'line-cap': 'butt' }}
        paint={{
          'line-color': searchColor,
          'line-opacity': 0.32,
          'line-width': ['interpolate', ['linear'], ['zoom'], 6, 14, 12, 24],
        }}
      />
    </>
  );
}
