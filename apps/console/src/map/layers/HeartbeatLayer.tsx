import { Layer } from '@vis.gl/react-maplibre';
import { DEVICES_END } from './slots.ts';

interface HeartbeatLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
}

const RADIUS = 18;

/** A ring around devices with the feature state `isFlashing`. For all others its size is 0, which costs nothing. */
export function HeartbeatLayer({ id, source, color }: HeartbeatLayerProps) {
  const isFlashing = ['boolean', ['feature-state', 'isFlashing'], false] as const;
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
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
