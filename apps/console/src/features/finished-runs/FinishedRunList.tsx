import { Time } from '#/ui/clock/Time.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, StaleData } from '#/ui/state/DataState.tsx';
import { moveItemFocus } from '#/ui/button/item-focus.ts';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { keepPage } from '#/ui/table/paging.ts';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { FINISHED_PAGE_SIZE, finishedRunsQuery, type FinishedRow } from '#/features/runs/finished.data.ts';
import { describeRow } from './finished.view.ts';
import { companiesQuery } from '#/features/runs/company.data.ts';
import { shownUserQuery } from '#/features/notifications/current-user.data.ts';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import styles from './Finished.module.css';

interface ChoiceProps {
  readonly chosenId: number | null;
  readonly onChoose: (run: FinishedRow) => void;
}

function RunButtons({ runs, chosenId, onChoose }: ChoiceProps & { readonly runs: readonly FinishedRow[] }) {
  const nameCompany = useCompanyNames();
  const tabStop = runs.some(({ runId }) => runId === chosenId) ? chosenId : runs[0]?.runId;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go from button to button
    <ul className={styles.list} aria-label={t('Completed runs')} onKeyDown={moveItemFocus}>
      {runs.map((run) => (
        <li key={run.runId}>
          <button
            type="button"
            className={styles.run}
            aria-pressed={run.runId === chosenId}
            tabIndex={run.runId === tabStop ? 0 : -1}
            onClick={() => onChoose(run)}
          >
            <span className={styles.name}>{run.name}</span>
            <span className={styles.pig}>{run.pig}</span>
            <span className={styles.facts}>
              <Say
                text="Received {time}"
                values={{ time: <Time of={run.receiveTime} line={run.timeZone} saysUtc /> }}
              />
              {run.jobNumber !== null && t(', job {number}', { number: run.jobNumber })}
            </span>
            <span className={styles.facts}>
              {t('Run {runId}', { runId: run.runId })}, {describeRow(run)}
              {nameCompany && `, ${nameCompany(run.groupId)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FinishedRunListProps extends ChoiceProps {
  /** Shown if there is no completed run at all. */
  readonly emptyText: string;
}

/** A page of completed runs to choose from; searched by name, pig, job number or number. */
export function FinishedRunList({ emptyText, ...choice }: FinishedRunListProps) {
  const [{ search, page }, look] = useState({ search: '', page: 1 });
  const query = useQuery(finishedRunsQuery(search, page));
  const rowCount = query.data?.rowsNumber;
  const kept = rowCount === undefined ? page : keepPage(page, FINISHED_PAGE_SIZE, rowCount);
  if (kept !== page) look({ search, page: kept });
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          label={t('Find a completed run')}
          onSearch={(sought) => look({ search: sought.trim(), page: 1 })}
        />
      </div>
      <ReloadFailure query={query} what={t('Completed runs')} />
      <LoadedData query={query} what={t('Completed runs')} widths={[220, 180, 240]}>
        {({ runList, rowsNumber }) => (
          <StaleData isStale={query.isPlaceholderData}>
            {runList.length === 0 ? (
              <EmptyState>{search === '' ? emptyText : t('No results')}</EmptyState>
            ) : (
              <RunButtons runs={runList} {...choice} />
            )}
            {rowsNumber > FINISHED_PAGE_SIZE && (
              <div className={styles.foot}>
                <Pager
                  page={page}
                  pageSize={FINISHED_PAGE_SIZE}
                  rowCount={rowsNumber}
                  onPage={(next) => look({ search, page: next })}
                />
              </div>
            )}
          </StaleData>
        )}
      </LoadedData>
    </>
  );
}

/** For a superadmin, who sees the runs of every company; null: there is only one. */
function useCompanyNames(): ((groupId: number) => string) | null {
  const { data: user } = useQuery(shownUserQuery);
  const isStaff = user?.role === 'superadmin';
  const { data: companies } = useQuery({ ...companiesQuery, enabled: isStaff });
  if (!isStaff) return null;
  return (groupId) => companies?.find(({ id }) => id === groupId)?.groupName ?? t('company {id}', { id: groupId });
}
