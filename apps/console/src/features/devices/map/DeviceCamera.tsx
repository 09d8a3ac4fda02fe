import { isLocated } from '@waymark/domain/device/location';
import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { chooseHomeNotice } from '#/map/controls/home-notice.ts';
import { onGoHome, onZoomToDevice } from '#/map/map-commands.ts';
import { DEVICE_ZOOM, INITIAL_VIEW } from '#/map/camera/map-limits.ts';
import { isUnderPanel, offsetToFreeArea, useCoveredEdges } from '#/map/camera/free-area.ts';
import { useFitBox, useFlyTo } from '#/map/camera/MapCamera.tsx';
import { showNotice } from '#/ui/toast/toasts.ts';
import { deviceStore } from '../store/device-store.ts';
import { onDeviceChosen, useSelection } from '../store/selection.ts';
import { findBounds } from './find-device.ts';

const NO_LOCATION = 'Device does not have a location';

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
    if (isUnderPanel(map.project(center).x, covered)) map.easeTo({ center, offset: offsetToFreeArea(covered) });
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
export function DeviceCamera() {
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
