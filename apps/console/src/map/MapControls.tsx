import { useMap } from '@vis.gl/react-maplibre';
import { IconButton } from '../ui/IconButton.tsx';
import { LayerControl } from './LayerControl.tsx';
import { goHome } from './map-commands.ts';
import styles from './MapControls.module.css';

/** Layers, home and zoom. */
export function MapControls() {
  const { current: map } = useMap();
  return (
    <div className={styles.controls} role="group" aria-label="Map">
      <LayerControl />
      <div className={styles.line} />
      <IconButton icon="home" label="Home" onClick={goHome} />
      <div className={styles.line} />
      <IconButton icon="plus" label="Zoom in" onClick={() => map?.zoomIn()} />
      <IconButton icon="minus" label="Zoom out" onClick={() => map?.zoomOut()} />
    </div>
  );
}
