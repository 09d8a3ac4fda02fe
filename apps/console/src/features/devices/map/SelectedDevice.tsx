import { Source } from '@vis.gl/react-maplibre';
import { serverNow } from '#/live/clock-store.ts';
import { AlarmLayer } from '#/map/layers/AlarmLayer.tsx';
import { CountLayer } from '#/map/layers/CountLayer.tsx';
import { IconLayer } from '#/map/layers/IconLayer.tsx';
import { SelectedLayer } from '#/map/layers/SelectedLayer.tsx';
import { useSelection } from '../store/selection.ts';
import { useDevice, useIsAlarmed } from '../store/use-devices.ts';
import { describeMarker, toFeature } from './marker-feed.ts';

const SOURCE = 'selected-device';

function SelectedMarker({ uid, textColor }: { readonly uid: number; readonly textColor: string }) {
  const marker = describeMarker(useDevice(uid), useIsAlarmed(uid), serverNow());
  if (!marker) return null;
  return (
    <Source id={SOURCE} type="geojson" data={toFeature(uid, marker)} tolerance={0}>
      <IconLayer id="selected-icon" source={SOURCE} />
      <SelectedLayer id="selected-ring" source={SOURCE} />
      <AlarmLayer id="selected-alarm" source={SOURCE} />
      <CountLayer id="selected-count" source={SOURCE} textColor={textColor} />
    </Source>
  );
}

/** Draws the selected device again, above all others and with its ring. */
export function SelectedDevice({ textColor }: { readonly textColor: string }) {
  const uid = useSelection((selection) => selection.uid);
  return uid !== null && <SelectedMarker uid={uid} textColor={textColor} />;
}
