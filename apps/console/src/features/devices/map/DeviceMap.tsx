import { useEffect, useState, useEffectEvent } from 'react';
import { isLocated, type Located } from '@waymark/domain/device/location';
import { useMap, Source } from '@vis.gl/react-maplibre';
import type { MapMouseEvent } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import { t } from '#/language/t.ts';
import type { MapColors } from '#/map/map-colors.ts';
import { onDeviceChosen, useSelection, selectDevice } from '../store/selection.ts';
import { loadPart } from '#/api/load-part.ts';
import { MapPopup } from '#/map/marks/MapPopup.tsx';
import { useLatePart } from '#/map/use-late-part.ts';
import { useDevice } from '../store/use-devices.ts';
import type { DevicePopupActs } from './DevicePopupCard.tsx';
import { isClickTaken } from '#/map/marks/map-clicks.ts';
import { serverNow } from '#/live/clock-store.ts';
import { MarkerImages } from '#/map/icons/MarkerImages.tsx';
import { AlarmLayer } from '#/map/layers/AlarmLayer.tsx';
import { ClusterLayer, CountLayer, UidLayer } from '#/map/layers/CountLayer.tsx';
import { toPlace } from '#/map/signs/cluster-signs.ts';
import type { SignMember } from '#/map/signs/lay-out-signs.ts';
import { boundMembers, pickSign } from '#/map/signs/pick-sign.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { HeartbeatLayer } from '#/map/layers/HeartbeatLayer.tsx';
import { IconLayer } from '#/map/layers/IconLayer.tsx';
import { isAlarmed } from '../alarms.ts';
import { deviceStore } from '../store/device-store.ts';
import { placeDevice, type ShownDevices } from './device-feed.ts';
import { describeMarkers } from './marker-feed.ts';
import { SignSource } from './sign-source.ts';
import { SelectedDevice } from './SelectedDevice.tsx';
import { useDeviceFeed } from './use-device-feed.ts';
import { chooseHomeNotice } from '#/map/controls/home-notice.ts';
import { onGoHome, onZoomToDevice } from '#/map/map-commands.ts';
import { DEVICE_ZOOM, INITIAL_VIEW } from '#/map/camera/last-view.ts';
import { isUnderPanel, useCoveredEdges } from '#/map/camera/free-area.ts';
import { readFreePart } from '#/map/camera/free-part.ts';
import { offsetTo } from '#/map/camera/free-room.ts';
import { useFitBox, useFlyTo } from '#/map/camera/MapCamera.tsx';
import { showNotice } from '#/ui/toast/toasts.ts';
import { findBounds } from './find-device.ts';

const NO_LOCATION = t('Device does not have a location');

const DEVICES_SOURCE = 'devices';

const loadCard = () => loadPart(() => import('./DevicePopupCard.tsx'));
const loadChoice = () => loadPart(() => import('./SignChoiceCard.tsx'));

export interface DeviceMapProps {
  readonly colors: MapColors;
  /** The panel already shows more about the selected device. */
  readonly isDeviceInfoOpen: boolean;
  readonly onOpenDeviceInfo: () => void;
}

/** The map content about devices. */
export function DeviceMap({ colors, isDeviceInfoOpen, onOpenDeviceInfo }: DeviceMapProps) {
  const uid = useSelection((selection) => selection.uid);
  const [isPopupClosed, setPopupClosed] = useState(false);
  const [several, setSeveral] = useState<readonly SignMember[]>([]);
  useEffect(() => onDeviceChosen(() => setPopupClosed(false)), []);
  const closePopup = () => setPopupClosed(true);
  return (
    <>
      <DeviceLayers colors={colors} />
      <DeviceCamera />
      <DevicePicking onMissed={closePopup} onSeveral={setSeveral} />
      {several.length > 0 && <SignChoice members={several} onClose={() => setSeveral([])} />}
      {uid !== null && !isPopupClosed && !isDeviceInfoOpen && (
        <DevicePopup key={uid} uid={uid} onClose={closePopup} onOpenDeviceInfo={onOpenDeviceInfo} />
      )}
    </>
  );
}

interface DevicePopupProps extends DevicePopupActs {
  readonly uid: number;
}

/** A summary of the selected device beside its marker, or at the lower edge of a phone. */
function DevicePopup({ uid, ...acts }: DevicePopupProps) {
  const device = useDevice(uid);
  const part = useLatePart(loadCard);
  if (!part || !device || !isLocated(device)) return null;
  const { lat, lon }: Located = device;
  return (
    <MapPopup lat={lat} lon={lon}>
      <part.DevicePopupCard device={device} {...acts} />
    </MapPopup>
  );
}

interface DevicePickingProps {
  readonly onMissed: () => void;
  readonly onSeveral: (members: readonly SignMember[]) => void;
}

/** A click on a device selects it; one on a cluster zooms in, or offers a list of what stands at the same spot. */
function DevicePicking({ onMissed, onSeveral }: DevicePickingProps) {
  const { current: map } = useMap();
  const zoomTo = useFitBox();
  const pick = useEffectEvent((event: MapMouseEvent) => {
    if (isClickTaken(event)) return;
    const picked = pickSign(event.target, event.point);
    onSeveral(picked.kind === 'list' ? picked.members : []);
    if (picked.kind === 'device') selectDevice(picked.uid);
    else onMissed();
    if (picked.kind === 'zoom') zoomTo(boundMembers(picked.members), picked.zoom);
  });
  useEffect(() => {
    if (!map) return undefined;
    const click = (event: MapMouseEvent) => pick(event);
    const point = ({ target, point: at }: MapMouseEvent) => {
      target.getCanvas().style.cursor = pickSign(target, at).kind === 'nothing' ? '' : 'pointer';
    };
    map.on('click', click);
    map.on('mousemove', point);
    return () => {
      map.off('click', click);
      map.off('mousemove', point);
    };
  }, [map]);
  return null;
}

interface SignChoiceProps {
  readonly members: readonly SignMember[];
  readonly onClose: () => void;
}

/** The list of what stands at the same spot. */
function SignChoice({ members, onClose }: SignChoiceProps) {
  const part = useLatePart(loadChoice);
  const [first] = members;
  if (!part || !first) return null;
  return (
    <MapPopup {...toPlace(first.at)}>
      <part.SignChoiceCard members={members} onClose={onClose} />
    </MapPopup>
  );
}

/** The signs known when the source is created; the feed adds the later changes. */
function describeKnown(zoom: number) {
  const markers = describeMarkers(deviceStore.list(), isAlarmed, serverNow());
  signBoard.setZoom(zoom);
  signBoard.resetDevices([...markers].map(([uid, marker]) => placeDevice(uid, marker)));
  const signs = new SignSource();
  const features = signs.takeDiff(signBoard.layout, [], (uid) => markers.get(uid))?.add ?? [];
  return { shown: { markers, signs }, data: { type: 'FeatureCollection', features } satisfies FeatureCollection };
}

/** Runs together with the layers, because it needs their source. */
function DeviceFeed({ shown }: { readonly shown: ShownDevices }) {
  useDeviceFeed(DEVICES_SOURCE, shown);
  const uid = useSelection((selection) => selection.uid);
  useEffect(() => signBoard.pinDevice(uid), [uid]);
  return null;
}

function DeviceSource({ colors }: { readonly colors: MapColors }) {
  const { current: map } = useMap();
  const [{ shown, data }] = useState(() => describeKnown(map?.getZoom() ?? INITIAL_VIEW.zoom));
  return (
    <Source id={DEVICES_SOURCE} type="geojson" data={data} buffer={0} tolerance={0}>
      <HeartbeatLayer id="device-heartbeats" source={DEVICES_SOURCE} color={colors.heartbeat} />
      <IconLayer id="device-icons" source={DEVICES_SOURCE} />
      <ClusterLayer id="device-clusters" source={DEVICES_SOURCE} textColor={colors.chipText} />
      <AlarmLayer id="device-alarms" source={DEVICES_SOURCE} />
      <CountLayer id="device-counts" source={DEVICES_SOURCE} textColor={colors.chipText} />
      <UidLayer id="device-uids" source={DEVICES_SOURCE} color={colors.chipText} halo={colors.halo} />
      <DeviceFeed shown={shown} />
    </Source>
  );
}

/** All devices in one source, with the selected one on top. */
function DeviceLayers({ colors }: { readonly colors: MapColors }) {
  return (
    <MarkerImages colors={colors}>
      <DeviceSource colors={colors} />
      <SelectedDevice textColor={colors.chipText} />
    </MarkerImages>
  );
}

function useGoHome(): () => void {
  const { current: map } = useMap();
  const fit = useFitBox();
  return () => {
    const devices = deviceStore.list();
    const bounds = findBounds(devices);
    if (bounds) return fit(bounds);
    const { longitude, latitude, zoom } = INITIAL_VIEW;
    map?.easeTo({ center: [longitude, latitude], zoom });
    // Only a loaded list can be called empty.
    const notice = deviceStore.isLoaded() ? chooseHomeNotice({ count: devices.length, locatedCount: 0 }) : null;
    if (notice !== null) showNotice(notice);
  };
}

/** Moves the map when a panel opens over the selected device. */
function useSelectedInSight(): void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  const uncover = useEffectEvent(() => {
    const { uid } = useSelection.getState();
    const device = uid === null ? undefined : deviceStore.get(uid);
    if (!map || !device || !isLocated(device)) return;
    const center: [number, number] = [device.lon, device.lat];
    if (!isUnderPanel(map.project(center).x, covered)) return;
    const { part, container } = readFreePart(map.getMap(), covered);
    map.easeTo({ center, offset: offsetTo(part, container) });
  });
  useEffect(() => {
    if (!map || covered.left === 0) return undefined;
    if (!map.isMoving()) return uncover();
    // A flight to the device ends at its zoom first.
    const onEnd = () => uncover();
    map.once('moveend', onEnd);
    return () => void map.off('moveend', onEnd);
  }, [map, covered.left]);
}

/** Sets the initial view, and flies to devices. */
function DeviceCamera() {
  useSelectedInSight();
  const goHome = useEffectEvent(useGoHome());
  const flyTo = useEffectEvent(useFlyTo());
  useEffect(() => onGoHome(() => goHome()), []);
  useEffect(
    () =>
      onZoomToDevice((uid) => {
        const device = deviceStore.get(uid);
        if (device && isLocated(device)) flyTo(device.lat, device.lon, DEVICE_ZOOM);
        else showNotice(NO_LOCATION);
      }),
    [],
  );
  useEffect(
    () =>
      onDeviceChosen((uid) => {
        const device = deviceStore.get(uid);
        if (device && !isLocated(device)) showNotice(NO_LOCATION);
      }),
    [],
  );
  return null;
}
