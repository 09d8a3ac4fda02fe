import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import { useSyncExternalStore } from 'react';
import { MarkerImages } from '../../../map/icons/MarkerImages.tsx';
import { AlarmLayer } from '../../../map/layers/AlarmLayer.tsx';
import { CountLayer } from '../../../map/layers/CountLayer.tsx';
import { HeartbeatLayer } from '../../../map/layers/HeartbeatLayer.tsx';
import { IconLayer } from '../../../map/layers/IconLayer.tsx';
import type { MapColors } from '../../../map/map-colors.ts';
import { deviceStore } from '../device-store.ts';
import { SelectedDevice } from './SelectedDevice.tsx';
import { useDeviceFeed } from './use-device-feed.ts';

const SOURCE = 'devices';
/** The feed fills it. */
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** With more devices than this, icons at full size would cover the country. */
const CROWD = 250;
const isCrowded = () => deviceStore.list().length > CROWD;

/** Runs beside the layers, because the source is there only then. */
function DeviceFeed() {
  useDeviceFeed(SOURCE);
  return null;
}

/** All devices as one source; the selected one over them. */
export function DeviceLayers({ colors }: { readonly colors: MapColors }) {
  const isCrowd = useSyncExternalStore(deviceStore.subscribe, isCrowded);
  return (
    <MarkerImages chip={colors.chip} chipEdge={colors.chipEdge}>
      <Source id={SOURCE} type="geojson" data={EMPTY} buffer={0} tolerance={0}>
        <HeartbeatLayer id="device-heartbeats" source={SOURCE} color={colors.heartbeat} isCrowded={isCrowd} />
        <IconLayer id="device-icons" source={SOURCE} isCrowded={isCrowd} />
        <AlarmLayer id="device-alarms" source={SOURCE} />
        <CountLayer id="device-counts" source={SOURCE} textColor={colors.chipText} />
        <DeviceFeed />
      </Source>
      <SelectedDevice textColor={colors.chipText} />
    </MarkerImages>
  );
}
