import { Layer } from '@vis.gl/react-maplibre';
import { RUNS_END } from './slots.ts';

interface AutoLinkLayerProps {
  readonly id: string;
  readonly source: string;
  readonly fill: string;
  readonly edge: string;
}

/** The distance around a marker within which devices are linked to it. */
export function AutoLinkLayer({ id, source, fill, edge }: AutoLinkLayerProps) {
  return (
    <>
      <Layer
        id={`${id}-fill`}
        source={source}
        type="fill"
        beforeId={RUNS_END}
        paint={{ 'fill-color': fill, 'fill-antialias': false }}
      />
      <Layer
        id={`${id}-edge`}
        source={source}
        type="line"
        beforeId={RUNS_END}
        paint={{ 'line-color': edge, 'line-width': 1, 'line-opacity': 0.7, 'line-dasharray': [4, 3] }}
      />
    </>
  );
}
