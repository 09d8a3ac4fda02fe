import { openStringline } from '#/features/runs/stringline-store.ts';
import type { LiveRun } from '../use-live-run.ts';
import { PigMark } from './PigMark.tsx';
import styles from './RunStrip.module.css';
import { layStrip, STRIP_HEIGHT, STRIP_WIDTH } from './strip.view.ts';

const RINGS = ['expected', 'unwatched', 'missed', 'overdue', 'heard'] as const;

/** Shows the markers at their true distances, and the pig between them; a click opens the stringline chart. */
export function RunStrip({
  live: { run, course, knowledge },
  label,
}: {
  readonly live: LiveRun;
  readonly label: string;
}) {
  const { confirmed, expected, ahead, search, markers, skipped, pigShare } = layStrip(
    run.path.markers,
    course.lengthM,
    knowledge,
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
        <path className={styles.search} d={search} />
        <path className={styles.ahead} d={ahead} />
        <path className={styles.expected} d={expected} />
        <path className={styles.confirmed} d={confirmed} />
        <path className={styles.skipped} d={skipped} />
        {RINGS.map((state) => (
          <g key={state}>
            <path className={styles.ring} data-state={state} d={markers[state]} />
            <path className={styles.hole} d={markers[state]} />
          </g>
        ))}
        <path className={styles.dots} d={markers.passed} />
      </svg>
      <span className={styles.pig} style={{ left: `${100 * pigShare}%` }}>
        <PigMark size={18} />
        {knowledge.overdue && <span className={styles.unsure}>?</span>}
      </span>
    </button>
  );
}
