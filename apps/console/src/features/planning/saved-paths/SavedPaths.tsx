import { exportMarkers } from '@waymark/domain/path/export-markers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { draftOfPath, NEW_DRAFT } from '../editor/draft.ts';
import { startEditing } from '../editor/editor-store.ts';
import { ContinueEditing } from '../editor/keep/ContinueEditing.tsx';
import { pathsQuery, type SavedPath } from '#/features/runs/runs.data.ts';
import { findRunOnPath, useActiveRuns, type ActiveRun } from '#/features/runs/active-run.ts';
import { selectPath, useManager } from './manager-store.ts';
import { nameCsv, describeCounts, findPaths, hasSeveralCompanies } from './manager.view.ts';
import { ManagerDialogs, type ManagerStep } from './ManagerDialogs.tsx';
import { PathDetails } from './PathDetails.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { moveItemFocus } from '#/ui/button/item-focus.ts';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { SearchField } from '#/ui/field/SearchField.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import styles from './Manager.module.css';

const PAGE_SIZE = 50;

/**
 * There is no event for saved and deleted paths, so the list is polled; a save and a launch check the version again.
 */
const REREAD_MS = 60_000;

export interface SavedPathsProps {
  /** The draft is in the editor's store already. */
  readonly onEdit: () => void;
}

/** The saved paths, and the actions on the chosen one. */
export function SavedPaths({ onEdit }: SavedPathsProps) {
  const paths = useQuery({ ...pathsQuery, refetchInterval: REREAD_MS });
  const runs = useActiveRuns();
  const { pathId, isBackward } = useManager();
  const { blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<ManagerStep>();
  const chosen = paths.data?.find((path) => path.pathId === pathId);
  const edit = (draft: typeof NEW_DRAFT) => {
    startEditing(draft);
    onEdit();
  };
  const remove = () => {
    if (chosen) dialogs.open({ kind: findRunOnPath(runs ?? [], chosen.pathId) ? 'in-use' : 'delete', path: chosen });
  };
  return (
    <div {...dialogHome}>
      <div className={styles.actions}>
        <Button size="small" icon="plus" onClick={() => edit(NEW_DRAFT)}>
          {t('New Pig Run')}
        </Button>
        <Button
          size="small"
          disabled={!chosen}
          onClick={() => chosen && saveFile(nameCsv(chosen), exportMarkers(chosen.markers), 'text/csv')}
        >
          {t('Export CSV')}
        </Button>
        <Button size="small" disabled={!chosen} onClick={() => chosen && edit(draftOfPath(chosen))}>
          {t('Edit')}
        </Button>
        <Button size="small" disabled={!chosen || blockedBecause !== undefined} title={blockedBecause} onClick={remove}>
          {t('Delete')}
        </Button>
      </div>
      <ContinueEditing onContinue={onEdit} />
      <ReloadFailure query={paths} what={t('Pig runs')} />
      <LoadedData query={paths} what={t('Pig runs')} widths={[220, 180, 240]}>
        {(saved) => <PathList paths={saved} runs={runs ?? []} chosenId={pathId} onChoose={selectPath} />}
      </LoadedData>
      {chosen && (
        <PathDetails
          path={chosen}
          runs={runs}
          isBackward={isBackward}
          onLaunch={() => dialogs.open({ kind: 'launch', path: chosen, isBackward })}
          onCancel={(run) => dialogs.open({ kind: 'cancel', run })}
        />
      )}
      <ManagerDialogs dialogs={dialogs} />
    </div>
  );
}

interface PathListProps {
  readonly paths: readonly SavedPath[];
  readonly runs: readonly ActiveRun[];
  readonly chosenId: number | null;
  readonly onChoose: (pathId: number) => void;
}

/** Lists the saved paths: the arrow keys move, Enter chooses. */
function PathList({ paths, runs, chosenId, onChoose }: PathListProps) {
  const [sought, setSought] = useState('');
  const found = findPaths(paths, sought);
  const { rows, pager } = usePages(found, PAGE_SIZE);
  const tabStop = rows.some(({ pathId }) => pathId === chosenId) ? chosenId : rows[0]?.pathId;
  const namesCompany = hasSeveralCompanies(paths);
  if (paths.length === 0)
    return <EmptyState>{t('No pig runs yet. New Pig Run makes one from a CSV file of its markers.')}</EmptyState>;
  return (
    <>
      <div className={styles.search}>
        <SearchField label={t('Find a pig run')} onSearch={setSought} />
      </div>
      {found.length === 0 && <EmptyState>{t('No results')}</EmptyState>}
      {found.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go from button to button
        <ul className={styles.paths} aria-label={t('Pig runs')} onKeyDown={moveItemFocus}>
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
                  {run && <Tag tone="accent">{t('Active: {pig}', { pig: run.pig })}</Tag>}
                  <span className={styles.counts}>
                    {describeCounts(path)}
                    {namesCompany && `, ${t('company {id}', { id: path.groupId })}`}
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
