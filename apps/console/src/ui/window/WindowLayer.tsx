import { useEffect, useRef } from 'react';
import styles from './WindowLayer.module.css';
import { setWindowLayer } from './window-store.ts';

/** The layer of floating windows: above everything under the top bar, on a phone above everything. Rendered once. */
export function WindowLayer() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const layer = ref.current;
    if (!layer) return undefined;
    const measure = () => setWindowLayer(layer, { width: layer.clientWidth, height: layer.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(layer);
    return () => {
      observer.disconnect();
      setWindowLayer(undefined, { width: 0, height: 0 });
    };
  }, []);
  return <div ref={ref} className={styles.layer} />;
}
