import { Layer } from '@vis.gl/react-maplibre';
import { DEVICES_END } from './slots.ts';

interface HeartbeatLayerProps {
  readonly id: string;
  readonly source: string;
  readonly color: string;
  /** Scaled like the icons while the whole country is in view. */
  readonly isCrowded: boolean;
}

const RADIUS = 18;
const CROWDED_RADIUS = 12;

/** A ring around devices with the feature state `isFlashing`. For all others its size is 0, which costs nothing. */
export function HeartbeatLayer({ id, source, color, isCrowded }: HeartbeatLayerProps) {
  const isFlashing = ['boolean', ['feature-state', 'isFlashing'], false] as const;
  const far = isCrowded ? CROWDED_RADIUS : RADIUS;
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="circle"
      paint={{
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          4,
          ['case', [...isFlashing], far, 0],
          9,
          ['case', [...isFlashing], RADIUS, 0],
        ],
        'circle-color': color,
        'circle-opacity': 0.18,
        'circle-stroke-color': color,
        'circle-stroke-width': ['case', [...isFlashing], 2, 0],
        'circle-stroke-opacity': 0.9,
      }}
    />
  );
}
