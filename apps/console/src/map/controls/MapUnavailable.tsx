import styles from './MapUnavailable.module.css';

/** Replaces a map that cannot be drawn; the rest of the console works. */
export function MapUnavailable() {
  return (
    <div className={styles.panel} role="status">
      <h2 className={styles.title}>The map cannot be drawn here</h2>
      <p>This browser offers no WebGL 2. Turn on hardware acceleration in its settings, or use another browser.</p>
    </div>
  );
}
