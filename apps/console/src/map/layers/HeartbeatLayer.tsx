import { Layer } from '@vis.gl/react-maplibre';

interface HeartbeatLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
}

const RADIUS = 18;

/** A ring around devices whose feature state says `isFlashing`. All others have no size, so they cost nothing. */
export function HeartbeatLayer({ id, source, color }: HeartbeatLayerProps) {
  const isFlashing = ['boolean', ['feature-state', 'isFlashing'], false] as const;
  return (
    <Layer
      id={id}
      source={source}
      type="circle"
      paint={{
        'circle-radius': ['case', [...isFlashing], RADIUS, 0],
        'circle-color': color,
        'circle-opacity': 0.18,
        'circle-stroke-color': color,
        'circle-stroke-width': ['case', [...isFlashing], 2, 0],
        'circle-stroke-opacity': 0.9,
      }}
    />
  );
}
