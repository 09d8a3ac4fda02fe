import { isLocated, type Located } from '@waymark/domain/device/location';
import { useMediaQuery } from '@mantine/hooks';
import { Popup } from '@vis.gl/react-maplibre';
import { lazy, Suspense } from 'react';
import { loadPart } from '../../../api/load-part.ts';
import { useCoveredEdges } from '../../../map/free-area.ts';
import { phoneWidth } from '../../../ui/window-store.ts';
import { useDevice } from '../use-devices.ts';
import styles from './DevicePopup.module.css';
import type { DevicePopupActs } from './DevicePopupCard.tsx';

const LateCard = lazy(async () => ({
  default: (await loadPart(() => import('./DevicePopupCard.tsx'))).DevicePopupCard,
}));

/** Room between the card and the marker with its ring, in px. */
const GAP = 24;
const EDGE = 12;

interface DevicePopupProps extends DevicePopupActs {
  readonly uid: number;
}

function PlacedPopup({ uid, ...acts }: DevicePopupProps) {
  const device = useDevice(uid);
  const { top, right, bottom, left } = useCoveredEdges();
  const isPhone = useMediaQuery(`(max-width: ${phoneWidth - 1}px)`, false, { getInitialValueInEffect: false });
  if (!device || !isLocated(device)) return null;
  const { lat, lon }: Located = device;
  const card = <LateCard device={device} {...acts} />;
  if (isPhone) return <div className={styles.docked}>{card}</div>;
  return (
    <Popup
      // The engine reads the edges only when it opens.
      key={`${top} ${right} ${bottom} ${left}`}
      latitude={lat}
      longitude={lon}
      offset={GAP}
      padding={{ top: top + EDGE, right: right + EDGE, bottom: bottom + EDGE, left: left + EDGE }}
      className={styles.popup ?? ''}
      maxWidth="none"
      closeButton={false}
      closeOnClick={false}
      focusAfterOpen={false}
    >
      {card}
    </Popup>
  );
}

/** The selected device in short, beside its marker; on a phone, where that has no room, at the lower edge. */
export function DevicePopup(props: DevicePopupProps) {
  // Around all of it: the engine finds a place for the popup when it has its size.
  return (
    <Suspense>
      <PlacedPopup {...props} />
    </Suspense>
  );
}
