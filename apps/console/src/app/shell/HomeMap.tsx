import { DeviceMap } from '../../features/devices/map/DeviceMap.tsx';
import { DeviceSearch } from '../../features/devices/map/DeviceSearch.tsx';
import type { CoveredEdges } from '../../map/free-area.ts';
import type { MapColors } from '../../map/map-colors.ts';
import { MapView } from '../../map/MapView.tsx';
import { useCanvasTokens } from '../theme/use-canvas-tokens.ts';
import styles from './HomeMap.module.css';
import { useIsPhone } from './use-is-phone.ts';

interface HomeMapProps {
  /** How much of these edges lies under drawer and table, in px. */
  readonly coveredLeft: number;
  readonly coveredBottom: number;
  readonly isDeviceInfoOpen: boolean;
  readonly onOpenDeviceInfo: () => void;
}

/** The search above the map, with the gap below it. */
const SEARCH_ROOM = { desk: 48, phone: 56 } as const;

function useMapColors(): MapColors {
  const { map, surface, text, status } = useCanvasTokens();
  return {
    ...map,
    chip: surface.raised,
    chipEdge: text.secondary,
    chipText: text.primary,
    heartbeat: status.online.graphic,
  };
}

/** The map with everything that belongs on it: loaded in one piece, after the shell. */
export function HomeMap({ coveredLeft, coveredBottom, ...deviceInfo }: HomeMapProps) {
  const colors = useMapColors();
  const top = useIsPhone() ? SEARCH_ROOM.phone : SEARCH_ROOM.desk;
  const covered: CoveredEdges = { top, right: 0, bottom: coveredBottom, left: coveredLeft };
  return (
    <>
      <search className={styles.search} style={{ marginLeft: coveredLeft }}>
        <DeviceSearch />
      </search>
      <MapView colors={colors} covered={covered}>
        <DeviceMap colors={colors} {...deviceInfo} />
      </MapView>
    </>
  );
}
