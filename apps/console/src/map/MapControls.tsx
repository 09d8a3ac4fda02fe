import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { showNotice } from '../ui/toasts.ts';
import { chooseHomeNotice } from './home-notice.ts';
import { goHome, onGoHome } from './map-commands.ts';
import { INITIAL_VIEW } from './map-limits.ts';
import styles from './MapControls.module.css';

/** Nothing is on the map yet that it could be fitted to. */
const DEVICES = { count: 0, locatedCount: 0 };

export function MapControls() {
  const { current: map } = useMap();
  const fitDevices = useEffectEvent(() => {
    const { longitude, latitude, zoom } = INITIAL_VIEW;
    map?.easeTo({ center: [longitude, latitude], zoom });
    const notice = chooseHomeNotice(DEVICES);
    if (notice !== null) showNotice(notice);
  });
  useEffect(() => onGoHome(() => fitDevices()), []);
  return (
    <div className={styles.controls} role="group" aria-label="Map">
      <IconButton icon="home" label="Home" onClick={goHome} />
      <div className={styles.line} />
      <IconButton icon="plus" label="Zoom in" onClick={() => map?.zoomIn()} />
      <IconButton icon="minus" label="Zoom out" onClick={() => map?.zoomOut()} />
    </div>
  );
}
