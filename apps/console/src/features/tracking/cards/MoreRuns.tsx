import { Popover } from '@mantine/core';
import { useState } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { selectRun } from '#/features/runs/run-selection.ts';
import styles from './MoreRuns.module.css';
import { joinAlarm } from '../knowledge.view.ts';
import { useRunAlarms, type AlarmsByRun } from '../use-run-alarms.ts';
import { describeHidden, findRuns, gradeAlarms } from './run-card.view.ts';

const PAGE_SIZE = 50;

function RunList({
  runs,
  alarms,
  onChoose,
}: {
  readonly runs: readonly TrackedRun[];
  readonly alarms: AlarmsByRun;
  readonly onChoose: (runId: number) => void;
}) {
  const [sought, setSought] = useState('');
  const { rows, pager } = usePages(findRuns(runs, sought), PAGE_SIZE);
  return (
    <div className={styles.list}>
      <SearchField label="Find a run" onSearch={setSought} />
      <ul className={styles.rows} aria-label="Active runs">
        {rows.map(({ run: { runId, pig, path } }) => {
          const alarm = alarms.get(runId);
          return (
            <li key={runId}>
              <button type="button" className={styles.run} onClick={() => onChoose(runId)}>
                <strong>{pig}</strong>
                <span>Run {runId}</span>
                <span className={styles.path}>{path.name}</span>
                {alarm && (
                  <span className={styles.alarm} data-alarm={gradeAlarms([alarm])}>
                    {joinAlarm(alarm)}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {rows.length === 0 && <p className={styles.none}>No results</p>}
      <ListFoot pager={pager} />
    </div>
  );
}

interface MoreRunsProps {
  readonly runs: readonly TrackedRun[];
  readonly shown: readonly TrackedRun[];
}

/** Lists the runs whose cards do not fit; choosing a run gives it a card. */
export function MoreRuns({ runs, shown }: MoreRunsProps) {
  const [isOpen, setOpen] = useState(false);
  const alarms = useRunAlarms(runs);
  const hidden = runs.filter((tracked) => !shown.includes(tracked));
  const hiddenAlarms = hidden.flatMap(({ run: { runId } }) => alarms.get(runId) ?? []);
  const choose = (runId: number) => {
    setOpen(false);
    selectRun(runId);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus>
      <span className={styles.more} data-alarm={gradeAlarms(hiddenAlarms)}>
        <Popover.Target>
          <Button size="small" onClick={() => setOpen(!isOpen)}>
            {describeHidden(hidden.length, hiddenAlarms)}
          </Button>
        </Popover.Target>
      </span>
      <Popover.Dropdown aria-label="Active runs">
        <RunList runs={runs} alarms={alarms} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
