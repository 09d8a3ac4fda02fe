import { Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { useFinished } from '#/features/runs/finished-store.ts';
import { FinishedRunList } from '#/features/finished-runs/FinishedRunList.tsx';
import styles from './ReportManager.module.css';
import { changeDraft, useReports } from './reports-store.ts';

/** Chooses the completed run of the report, and which of its passages. */
export function RunChoice() {
  const { run, isVerifiedOnly } = useReports(({ draft }) => draft);
  const isGone = useFinished(({ gone }) => run !== null && gone.has(run.runId));
  useEffect(() => {
    if (isGone) changeDraft({ run: null });
  }, [isGone]);
  return (
    <>
      <FinishedRunList
        chosenId={run?.runId ?? null}
        emptyText="There are no completed pig runs to report on."
        onChoose={({ runId, name }) => changeDraft({ run: { runId, name } })}
      />
      <div className={styles.chosen}>
        <p role="status">{run ? `Selected: ${run.name}, run ${run.runId}` : 'No pig run selected'}</p>
        <Checkbox
          label="Verified passages only"
          checked={isVerifiedOnly}
          onChange={({ currentTarget: { checked } }) => changeDraft({ isVerifiedOnly: checked })}
        />
      </div>
    </>
  );
}
