import { useMap } from '@vis.gl/react-maplibre';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { LayerControl } from './LayerControl.tsx';
import { goHome } from '../map-commands.ts';
import { useIsMapLow } from '../camera/map-room.ts';
import styles from './MapControls.module.css';

/** Layers, home and zoom. */
export function MapControls() {
  const { current: map } = useMap();
  const isLow = useIsMapLow();
  return (
    <div className={styles.controls} role="group" aria-label="Map" data-on-low-map={isLow || undefined}>
      <LayerControl />
      <div className={styles.line} />
      <IconButton icon="home" label="Home" onClick={goHome} />
      <div className={styles.line} />
      <IconButton icon="plus" label="Zoom in" onClick={() => map?.zoomIn()} />
      <IconButton icon="minus" label="Zoom out" onClick={() => map?.zoomOut()} />
    </div>
  );
}
