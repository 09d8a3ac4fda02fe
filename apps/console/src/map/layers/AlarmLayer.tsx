import { Layer } from '@vis.gl/react-maplibre';
import { ALARM_BADGE } from '../icons/device-icons.ts';
import { DEVICES_END } from './slots.ts';

interface AlarmLayerProps {
  readonly id: string;
  readonly source: string;
}

/** The badge of devices with an unseen passage. */
export function AlarmLayer({ id, source }: AlarmLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      beforeId={DEVICES_END}
      type="symbol"
      filter={['get', 'isAlarmed']}
      layout={{
        'icon-image': ALARM_BADGE,
        // Farther out on a cluster: it must not cover the number.
        'icon-offset': ['case', ['==', ['get', 'isCluster'], true], ['literal', [6, -6]], ['literal', [0, 0]]],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      }}
    />
  );
}
