import { openStringline } from '#/features/runs/stringline-store.ts';
import { t } from '#/language/t.ts';
import type { LiveRun } from '../use-live-run.ts';
import { layStrip, STRIP_HEIGHT, STRIP_WIDTH } from './strip.view.ts';
import styles from './RunStrip.module.css';

const HULL = 'M5.5 11h17.2a5 5 0 0 1 0 10H5.5Z';

const DISCS = 'M8.6 7.4v17.2M18.4 7.4v17.2';

const STROKES = [
  { d: HULL + DISCS, width: 6.2, color: 'var(--wm-icon-keyline)' },
  { d: HULL + DISCS, width: 4.2, color: 'var(--wm-icon-ink)' },
] as const;

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
      title={t('Timeline')}
      aria-label={t('Timeline of {pig}, {label}', { pig: run.pig, label })}
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

/** The pig's mark in the pink that the map uses for pigs only. */
function PigMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      {STROKES.map(({ d, width, color }) => (
        <path key={width} d={d} fill={color} stroke={color} strokeWidth={width} />
      ))}
      <path d={HULL} fill="var(--wm-icon-pig)" />
      <path d={DISCS} fill="none" stroke="var(--wm-icon-ink)" strokeWidth={5.4} />
      <path d={DISCS} fill="none" stroke="var(--wm-icon-pig)" strokeWidth={2.8} />
    </svg>
  );
}
