import { Popover } from '@mantine/core';
import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { selectRun } from '#/features/runs/run-selection.ts';
import styles from './MoreRuns.module.css';
import { findRuns } from './run-card.view.ts';

const PAGE_SIZE = 50;

function RunList({
  runs,
  onChoose,
}: {
  readonly runs: readonly TrackedRun[];
  readonly onChoose: (runId: number) => void;
}) {
  const [sought, setSought] = useState('');
  const { rows, pager } = usePages(findRuns(runs, sought), PAGE_SIZE);
  return (
    <div className={styles.list}>
      <SearchField label="Find a run" onSearch={setSought} />
      <ul className={styles.rows} aria-label="Active runs">
        {rows.map(({ run: { runId, pig, path } }) => (
          <li key={runId}>
            <button type="button" className={styles.run} onClick={() => onChoose(runId)}>
              <strong>{pig}</strong>
              <span>Run {runId}</span>
              <span className={styles.path}>{path.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className={styles.none}>No results</p>}
      <ListFoot pager={pager} />
    </div>
  );
}

interface MoreRunsProps {
  readonly runs: readonly TrackedRun[];
  readonly shownCount: number;
}

/** Lists the runs whose cards do not fit; choosing a run gives it a card. */
export function MoreRuns({ runs, shownCount }: MoreRunsProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (runId: number) => {
    setOpen(false);
    selectRun(runId);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <span className={styles.more}>
        <Popover.Target>
          <Button size="small" onClick={() => setOpen(!isOpen)}>
            {runs.length - shownCount} more
          </Button>
        </Popover.Target>
      </span>
      <Popover.Dropdown aria-label="Active runs">
        <RunList runs={runs} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
