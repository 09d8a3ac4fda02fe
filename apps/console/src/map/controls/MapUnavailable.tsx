import styles from './MapUnavailable.module.css';

/** In place of a map that cannot be drawn; everything around it works. */
export function MapUnavailable() {
  return (
    <div className={styles.panel} role="status">
      <h2 className={styles.title}>The map cannot be drawn here</h2>
      <p>This browser offers no WebGL 2. Turn on hardware acceleration in its settings, or use another browser.</p>
    </div>
  );
}
