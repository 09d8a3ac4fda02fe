import type { SystemHealth } from './health.data.ts';
import { formatBytes } from './health.view.ts';
import styles from './HealthWindow.module.css';

/** The largest tables of the database first. */
export function Storage({ storage }: { readonly storage: SystemHealth['storage'] }) {
  const largest = storage[0]?.bytes ?? 0;
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>Storage</h3>
      <ul className={styles.storage} aria-label="Storage by what it is for">
        {storage.map(({ group, bytes }) => (
          <li key={group}>
            <span>{group}</span>
            <span className={styles.share} aria-hidden="true">
              <span style={{ width: `${largest === 0 ? 0 : (100 * bytes) / largest}%` }} />
            </span>
            <span className={styles.bytes}>{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
