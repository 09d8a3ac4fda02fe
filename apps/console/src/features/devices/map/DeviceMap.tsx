import { useEffect, useState } from 'react';
import type { MapColors } from '#/map/map-colors.ts';
import { onDeviceChosen, useSelection } from '../store/selection.ts';
import { DeviceCamera } from './DeviceCamera.tsx';
import { DeviceLayers } from './DeviceLayers.tsx';
import { DevicePicking } from './DevicePicking.tsx';
import { DevicePopup } from './DevicePopup.tsx';

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
  useEffect(() => onDeviceChosen(() => setPopupClosed(false)), []);
  const closePopup = () => setPopupClosed(true);
  return (
    <>
      <DeviceLayers colors={colors} />
      <DeviceCamera />
      <DevicePicking onMissed={closePopup} />
      {uid !== null && !isPopupClosed && !isDeviceInfoOpen && (
        <DevicePopup key={uid} uid={uid} onClose={closePopup} onOpenDeviceInfo={onOpenDeviceInfo} />
      )}
    </>
  );
}
