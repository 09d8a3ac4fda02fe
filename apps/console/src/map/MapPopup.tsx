import { useMediaQuery } from '@mantine/hooks';
import { Popup } from '@vis.gl/react-maplibre';
import type { ReactNode } from 'react';
import { phoneWidth } from '../ui/window-store.ts';
import { useCoveredEdges } from './free-area.ts';
import styles from './MapPopup.module.css';

/** Room between the card and the marker with its ring, in px. */
const GAP = 24;
const EDGE = 12;

interface MapPopupProps {
  readonly lat: number;
  readonly lon: number;
  /** Where a phone has it: at the top where a sheet lies over the lower half. */
  readonly phoneEdge?: 'top' | 'bottom';
  /** A card. */
  readonly children: ReactNode;
}

/** A card beside what it tells of; on a phone, where that has no room, at an edge. */
export function MapPopup({ lat, lon, phoneEdge = 'bottom', children }: MapPopupProps) {
  const { top, right, bottom, left } = useCoveredEdges();
  const isPhone = useMediaQuery(`(max-width: ${phoneWidth - 1}px)`, false, { getInitialValueInEffect: false });
  if (isPhone)
    return (
      <div className={styles.docked} data-edge={phoneEdge}>
        {children}
      </div>
    );
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
      {children}
    </Popup>
  );
}
