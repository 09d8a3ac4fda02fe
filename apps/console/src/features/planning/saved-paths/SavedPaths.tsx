import { exportMarkers } from '@waymark/domain/path/export-markers';
import { useQuery } from '@tanstack/react-query';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { draftOfPath, NEW_DRAFT } from '../editor/draft.ts';
import { startEditing } from '../editor/editor-store.ts';
import { ContinueEditing } from '../editor/keep/ContinueEditing.tsx';
import { activeRunsQuery, pathsQuery } from '#/features/runs/runs.data.ts';
import { findRunOnPath, readActiveRuns } from '#/features/runs/active-run.ts';
import { selectPath, useManager } from './manager-store.ts';
import { nameCsv } from './manager.view.ts';
import styles from './Manager.module.css';
import { ManagerDialogs, type ManagerStep } from './ManagerDialogs.tsx';
import { PathDetails } from './PathDetails.tsx';
import { PathList } from './PathList.tsx';
import { useRunUpdates } from './use-run-updates.ts';

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
  const runs = useQuery({ ...activeRunsQuery, select: readActiveRuns });
  const { pathId, isBackward } = useManager();
  const { blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<ManagerStep>();
  useRunUpdates();
  const chosen = paths.data?.find((path) => path.pathId === pathId);
  const edit = (draft: typeof NEW_DRAFT) => {
    startEditing(draft);
    onEdit();
  };
  const remove = () => {
    if (chosen)
      dialogs.open({ kind: findRunOnPath(runs.data ?? [], chosen.pathId) ? 'in-use' : 'delete', path: chosen });
  };
  return (
    <div {...dialogHome}>
      <div className={styles.actions}>
        <Button size="small" icon="plus" onClick={() => edit(NEW_DRAFT)}>
          New Pig Run
        </Button>
        <Button
          size="small"
          disabled={!chosen}
          onClick={() => chosen && saveFile(nameCsv(chosen), exportMarkers(chosen.markers), 'text/csv')}
        >
          Export CSV
        </Button>
        <Button size="small" disabled={!chosen} onClick={() => chosen && edit(draftOfPath(chosen))}>
          Edit
        </Button>
        <Button size="small" disabled={!chosen || blockedBecause !== undefined} title={blockedBecause} onClick={remove}>
          Delete
        </Button>
      </div>
      <ContinueEditing onContinue={onEdit} />
      <ReloadFailure query={paths} what="Pig runs" />
      {runs.error && <ReloadFailure query={runs} what="Active runs" />}
      <LoadedData query={paths} what="Pig runs" widths={[220, 180, 240]}>
        {(saved) => <PathList paths={saved} runs={runs.data ?? []} chosenId={pathId} onChoose={selectPath} />}
      </LoadedData>
      {chosen && (
        <PathDetails
          path={chosen}
          runs={runs.data}
          isBackward={isBackward}
          onLaunch={() => dialogs.open({ kind: 'launch', path: chosen, isBackward })}
          onCancel={(run) => dialogs.open({ kind: 'cancel', run })}
        />
      )}
      <ManagerDialogs dialogs={dialogs} />
    </div>
  );
}
