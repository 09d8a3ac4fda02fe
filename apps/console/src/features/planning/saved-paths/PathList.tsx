import { useState } from 'react';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { moveItemFocus } from '#/ui/button/item-focus.ts';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import type { SavedPath } from '#/features/runs/runs.data.ts';
import { findRunOnPath, type ActiveRun } from '#/features/runs/active-run.ts';
import { describeCounts, findPaths, hasSeveralCompanies } from './manager.view.ts';
import styles from './Manager.module.css';

const PAGE_SIZE = 50;

interface PathListProps {
  readonly paths: readonly SavedPath[];
  readonly runs: readonly ActiveRun[];
  readonly chosenId: number | null;
  readonly onChoose: (pathId: number) => void;
}

/** Lists the saved paths: the arrow keys move, Enter chooses. */
export function PathList({ paths, runs, chosenId, onChoose }: PathListProps) {
  const [sought, setSought] = useState('');
  const found = findPaths(paths, sought);
  const { rows, pager } = usePages(found, PAGE_SIZE);
  const tabStop = rows.some(({ pathId }) => pathId === chosenId) ? chosenId : rows[0]?.pathId;
  const namesCompany = hasSeveralCompanies(paths);
  if (paths.length === 0)
    return <EmptyState>No pig runs yet. New Pig Run makes one from a CSV file of its markers.</EmptyState>;
  return (
    <>
      <div className={styles.search}>
        <SearchField label="Find a pig run" onSearch={setSought} />
      </div>
      {found.length === 0 && <EmptyState>No results</EmptyState>}
      {found.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go from button to button
        <ul className={styles.paths} aria-label="Pig runs" onKeyDown={moveItemFocus}>
          {rows.map((path) => {
            const run = findRunOnPath(runs, path.pathId);
            return (
              <li key={path.pathId}>
                <button
                  type="button"
                  className={styles.path}
                  aria-pressed={path.pathId === chosenId}
                  tabIndex={path.pathId === tabStop ? 0 : -1}
                  onClick={() => onChoose(path.pathId)}
                >
                  <span className={styles.name}>{path.name}</span>
                  {run && <Tag tone="accent">Active: {run.pig}</Tag>}
                  <span className={styles.counts}>
                    {describeCounts(path)}
                    {namesCompany && `, company ${path.groupId}`}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <ListFoot pager={pager} />
    </>
  );
}
