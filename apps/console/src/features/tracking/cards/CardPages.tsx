import { useEffect, useRef, useState } from 'react';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { joinAlarm } from '../knowledge.view.ts';
import { useRunAlarms } from '../use-run-alarms.ts';
import { gradeAlarms } from './run-card.view.ts';
import { RunCard } from './RunCard.tsx';
import styles from './CardPages.module.css';

interface CardPagesProps {
  readonly runs: readonly TrackedRun[];
  readonly chosenId: number | null;
}

/** Shows a single card; the user swipes to the others or uses the dots under it. */
export function CardPages({ runs, chosenId }: CardPagesProps) {
  const pages = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const alarms = useRunAlarms(runs);
  const turnTo = (at: number) => {
    const page = pages.current;
    page?.scrollTo({ left: at * page.clientWidth, behavior: 'smooth' });
  };
  const chosenAt = runs.findIndex(({ run }) => run.runId === chosenId);
  useEffect(() => {
    const page = pages.current;
    if (chosenAt >= 0) page?.scrollTo({ left: chosenAt * page.clientWidth });
  }, [pages, chosenAt]);
  return (
    <>
      <div
        ref={pages}
        className={styles.pages}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {runs.map((tracked) => (
          <div key={tracked.run.runId} className={styles.page}>
            <RunCard tracked={tracked} isOneOfSeveral={false} />
          </div>
        ))}
      </div>
      {runs.length > 1 && (
        <div className={styles.dots} role="group" aria-label="Runs">
          {runs.map(({ run: { runId, pig } }, at) => {
            const alarm = alarms.get(runId);
            return (
              <button
                key={runId}
                type="button"
                className={styles.dot}
                aria-label={`Run ${runId}, ${pig}${alarm ? `, ${joinAlarm(alarm)}` : ''}`}
                aria-current={at === shown ? 'true' : undefined}
                data-alarm={alarm && gradeAlarms([alarm])}
                onClick={() => turnTo(at)}
              />
            );
          })}
        </div>
      )}
    </>
  );
}
