import { Layer } from '@vis.gl/react-maplibre';
import { WATCHER_BADGE } from '../icons/tracking-pictures.ts';

interface WatcherLayerProps {
  readonly id: string;
  readonly source: string;
}

/** The badge of devices that watch an active run, at the lower left, beside alarm, count and marker. */
export function WatcherLayer({ id, source }: WatcherLayerProps) {
  return (
    <Layer
      id={id}
      source={source}
      type="symbol"
      layout={{
        'icon-image': WATCHER_BADGE,
        'icon-offset': [-12, 8],
        'icon-size': ['step', ['zoom'], 0.7, 12, 0.9],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      }}
    />
  );
}
