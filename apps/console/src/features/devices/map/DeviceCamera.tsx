import { isLocated } from '@waymark/domain/device/location';
import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { chooseHomeNotice } from '#/map/controls/home-notice.ts';
import { onGoHome, onZoomToDevice } from '#/map/map-commands.ts';
import { DEVICE_ZOOM, INITIAL_VIEW } from '#/map/camera/map-limits.ts';
import { useFitBox, useFlyTo } from '#/map/camera/MapCamera.tsx';
import { showNotice } from '#/ui/toast/toasts.ts';
import { deviceStore } from '../store/device-store.ts';
import { onDeviceChosen } from '../store/selection.ts';
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

/** Sets the initial view, and flies to devices. */
export function DeviceCamera() {
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
