import { openStringline } from '../stringline/stringline-store.ts';
import type { LiveRun } from '../use-live-run.ts';
import { PigMark } from './PigMark.tsx';
import styles from './RunStrip.module.css';
import { layStrip, STRIP_HEIGHT, STRIP_WIDTH } from './strip.view.ts';

/** The markers at their true distances, and the pig among them; a click opens the same over the time. */
export function RunStrip({
  live: { run, course, estimate },
  label,
}: {
  readonly live: LiveRun;
  readonly label: string;
}) {
  const { past, future, passed, ahead, skipped, pigShare } = layStrip(
    run.path.markers,
    course.lengthM,
    estimate.distanceM,
  );
  return (
    <button
      type="button"
      className={styles.strip}
      title="Timeline"
      aria-label={`Timeline of ${run.pig}, ${label}`}
      onClick={() => openStringline(run.runId)}
    >
      <svg
        className={styles.line}
        viewBox={`0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.future} d={future} />
        <path className={styles.past} d={past} />
        <path className={styles.skipped} d={skipped} />
        <path className={styles.ring} d={ahead} />
        <path className={styles.hole} d={ahead} />
        <path className={styles.dots} d={passed} />
      </svg>
      <span className={styles.pig} style={{ left: `${100 * pigShare}%` }}>
        <PigMark size={18} />
      </span>
    </button>
  );
}
