import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import { useState, useSyncExternalStore } from 'react';
import { serverNow } from '#/live/clock-store.ts';
import { MarkerImages } from '#/map/icons/MarkerImages.tsx';
import { AlarmLayer } from '#/map/layers/AlarmLayer.tsx';
import { CountLayer } from '#/map/layers/CountLayer.tsx';
import { HeartbeatLayer } from '#/map/layers/HeartbeatLayer.tsx';
import { IconLayer } from '#/map/layers/IconLayer.tsx';
import type { MapColors } from '#/map/map-colors.ts';
import { isAlarmed } from '../alarms.ts';
import { deviceStore } from '../store/device-store.ts';
import { describeMarkers, toFeature, type Marker } from './marker-feed.ts';
import { SelectedDevice } from './SelectedDevice.tsx';
import { useDeviceFeed } from './use-device-feed.ts';

const SOURCE = 'devices';
/** Above this number of devices, icons at full size would cover the country. */
const CROWD = 250;
const isCrowded = () => deviceStore.list().length > CROWD;

/** The devices known when the source is created; the feed adds the later changes. */
function describeKnown() {
  const markers = describeMarkers(deviceStore.list(), isAlarmed, serverNow());
  const features = [...markers].map(([uid, marker]) => toFeature(uid, marker));
  return { markers, data: { type: 'FeatureCollection', features } satisfies FeatureCollection };
}

/** Runs together with the layers, because it needs their source. */
function DeviceFeed({ shown }: { readonly shown: ReadonlyMap<number, Marker> }) {
  useDeviceFeed(SOURCE, shown);
  return null;
}

function DeviceSource({ colors }: { readonly colors: MapColors }) {
  const isCrowd = useSyncExternalStore(deviceStore.subscribe, isCrowded);
  const [{ markers, data }] = useState(describeKnown);
  return (
    <Source id={SOURCE} type="geojson" data={data} buffer={0} tolerance={0}>
      <HeartbeatLayer id="device-heartbeats" source={SOURCE} color={colors.heartbeat} isCrowded={isCrowd} />
      <IconLayer id="device-icons" source={SOURCE} isCrowded={isCrowd} />
      <AlarmLayer id="device-alarms" source={SOURCE} />
      <CountLayer id="device-counts" source={SOURCE} textColor={colors.chipText} />
      <DeviceFeed shown={markers} />
    </Source>
  );
}

/** All devices in one source, with the selected one on top. */
export function DeviceLayers({ colors }: { readonly colors: MapColors }) {
  return (
    <MarkerImages chip={colors.chip} chipEdge={colors.chipEdge}>
      <DeviceSource colors={colors} />
      <SelectedDevice textColor={colors.chipText} />
    </MarkerImages>
  );
}
