import { createPortal } from 'react-dom';
import { countWords } from '#/ui/table/count-words.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import styles from './ActiveRunCount.module.css';

/** In the top bar, beside the clock. */
export function ActiveRunCount() {
  const count = useRuns(({ runs }) => runs.length);
  const place = document.getElementById('beside-clock');
  return count > 0 && place
    ? createPortal(<span className={styles.count}>{countWords(count, 'active run')}</span>, place)
    : null;
}
