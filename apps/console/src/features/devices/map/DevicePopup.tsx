import { isLocated, type Located } from '@waymark/domain/device/location';
import { loadPart } from '#/api/load-part.ts';
import { MapPopup } from '#/map/marks/MapPopup.tsx';
import { useLatePart } from '#/map/use-late-part.ts';
import { useDevice } from '../store/use-devices.ts';
import type { DevicePopupActs } from './DevicePopupCard.tsx';

const loadCard = () => loadPart(() => import('./DevicePopupCard.tsx'));

interface DevicePopupProps extends DevicePopupActs {
  readonly uid: number;
}

/** A summary of the selected device beside its marker, or at the lower edge of a phone. */
export function DevicePopup({ uid, ...acts }: DevicePopupProps) {
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
