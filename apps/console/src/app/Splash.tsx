import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import styles from './Splash.module.css';

/** Shown while a screen loads. */
export function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label="Loading">
      <WaymarkLogo size={38} />
    </div>
  );
}
