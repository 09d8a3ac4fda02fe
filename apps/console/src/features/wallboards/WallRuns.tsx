import type { Zone } from '@waymark/domain/time/zone';
import { ShownStringline } from '#/features/shown-runs/ShownStringline.tsx';
import {
  describeArrival,
  describeConfirmed,
  describeHeard,
  describeStatus,
  type ArrivalWords,
} from '#/features/shown-runs/shown-words.ts';
import { t } from '#/language/t.ts';
import type { Board, BoardRun } from './wall.view.ts';
import styles from './Wall.module.css';

interface WallRunsProps {
  readonly runs: readonly BoardRun[];
  readonly board: Board;
  readonly now: number;
  readonly zone: Zone;
  readonly textPx: number;
}

/** Up to four runs with their stringlines. */
export function WallRuns({ runs, board, now, zone, textPx }: WallRunsProps) {
  if (runs.length === 0)
    return (
      <div className={styles.message} role="status">
        <h1>{t('No active runs')}</h1>
        <p>{t('A run appears here when it is launched.')}</p>
      </div>
    );
  const left = board.runCount - board.runs.length;
  return (
    <>
      <section className={styles.runs} data-count={runs.length}>
        {runs.map((run) => (
          <RunTile key={run.runId} run={run} now={now} zone={zone} textPx={textPx} />
        ))}
      </section>
      {left > 0 && (
        <p className={styles.foot}>
          {t('{count} more run is not on this wallboard|{count} more runs are not on this wallboard', { count: left })}
        </p>
      )}
    </>
  );
}

function RunTile({
  run,
  now,
  zone,
  textPx,
}: Pick<WallRunsProps, 'now' | 'zone' | 'textPx'> & { readonly run: BoardRun }) {
  const { word, tone } = describeStatus(run);
  const heard = describeHeard(run, now, zone);
  return (
    <article className={styles.run} data-tone={tone}>
      <header className={styles.runHead}>
        <h2 className={styles.pig}>{run.pig}</h2>
        <span className={styles.line}>{run.line}</span>
        <strong className={styles.status}>{word}</strong>
      </header>
      <div className={styles.arrivals}>
        {run.next && run.next.name !== run.end?.name && (
          <Arrival label={run.next.name} words={describeArrival(run.next, now, zone)} />
        )}
        {run.end && <Arrival label={run.end.name} words={describeArrival(run.end, now, zone)} hasSpan />}
      </div>
      <p className={styles.confirmed}>{heard === '' ? describeConfirmed(run, now, zone) : heard}</p>
      <ShownStringline run={run} now={now} zone={zone} textPx={Math.round(textPx * 0.72)} />
    </article>
  );
}

interface ArrivalProps {
  readonly label: string;
  readonly words: ArrivalWords;
  readonly hasSpan?: true;
}

function Arrival({ label, words, hasSpan }: ArrivalProps) {
  return (
    <p className={styles.arrival}>
      <span className={styles.arrivalName}>{label}</span>
      <b>{words.value}</b>
      <span className={styles.arrivalNote}>{words.note}</span>
      {hasSpan && words.span !== '' && <span className={styles.arrivalNote}>{words.span}</span>}
    </p>
  );
}
