import { useMediaQuery } from '@mantine/hooks';
import { Popup, useMap } from '@vis.gl/react-maplibre';
import type { Popup as EnginePopup } from 'maplibre-gl';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { coversMap, phoneWidth } from '#/ui/window/window-store.ts';
import { useCoveredEdges, type CoveredEdges } from '../camera/free-area.ts';
import { useMapRoom } from '../camera/map-room.ts';
import styles from './MapPopup.module.css';
import { chooseAnchor, type PopupAnchor } from './popup-anchor.ts';

/** Distance between the card and the marker with its ring, in px. */
const GAP = 24;
const EDGE = 12;
/** A map with less free height shows the minimised card at its lower edge. */
const LEAST_HEIGHT = 260;

interface MapPopupProps {
  readonly lat: number;
  readonly lon: number;
  /** The edge on a phone: the top if a sheet covers the lower half. */
  readonly phoneEdge?: 'top' | 'bottom';
  /** Content of the card. */
  readonly children: ReactNode;
}

/** The side at which the whole card is visible, updated while the map moves. */
function useAnchor(
  popup: RefObject<EnginePopup | null>,
  { lat, lon }: Pick<MapPopupProps, 'lat' | 'lon'>,
  { top, right, bottom, left }: CoveredEdges,
): PopupAnchor | undefined {
  const { current: map } = useMap();
  const [anchor, setAnchor] = useState<PopupAnchor>();
  useEffect(() => {
    const card = popup.current?.getElement();
    if (!map || !card) return undefined;
    const choose = () => {
      const { clientWidth, clientHeight } = map.getContainer();
      const room = {
        left: left + EDGE,
        top: top + EDGE,
        right: clientWidth - right - EDGE,
        bottom: clientHeight - bottom - EDGE,
      };
      const size = { width: card.offsetWidth, height: card.offsetHeight };
      setAnchor(chooseAnchor(map.project([lon, lat]), size, room, GAP));
    };
    choose();
    map.on('move', choose);
    const observer = new ResizeObserver(choose);
    observer.observe(card);
    return () => {
      map.off('move', choose);
      observer.disconnect();
    };
  }, [popup, map, lat, lon, top, right, bottom, left]);
  return anchor;
}

function AnchoredPopup({ lat, lon, children }: MapPopupProps) {
  const popup = useRef<EnginePopup | null>(null);
  const { top, right, bottom, left } = useCoveredEdges();
  const anchor = useAnchor(popup, { lat, lon }, { top, right, bottom, left });
  return (
    <Popup
      ref={popup}
      latitude={lat}
      longitude={lon}
      {...(anchor && { anchor })}
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

/** A card beside its place; at an edge on a phone, and on a map that is too low for it. */
export function MapPopup(props: MapPopupProps) {
  const { phoneEdge = 'bottom', children } = props;
  const { top, right, bottom, left } = useCoveredEdges();
  const isTooLow = useMapRoom(({ height }) => height - top - bottom < LEAST_HEIGHT);
  const isPhone = useMediaQuery(`(max-width: ${phoneWidth - 1}px)`, false, { getInitialValueInEffect: false });
  if (isPhone || isTooLow)
    return (
      <div className={styles.docked} {...coversMap} data-edge={phoneEdge} data-in-short={!isPhone || undefined}>
        {children}
      </div>
    );
  // The engine reads the anchor only when the popup opens.
  return <AnchoredPopup key={`${top} ${right} ${bottom} ${left}`} {...props} />;
}
