import { useEffect, useEffectEvent } from 'react';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { closeRunDialog, useTracking } from '#/features/runs/run-selection.ts';
import { useIsAdmin } from '../use-is-admin.ts';
import { AddPassageDialog } from './AddPassageDialog.tsx';
import { MarkerPassagesWindow } from './MarkerPassagesWindow.tsx';
import { UnassociatedWindow } from './UnassociatedWindow.tsx';

const NO_RUN = -1;

interface AddPassageProps {
  readonly tracked: TrackedRun;
  readonly markerName: string | null;
  readonly isWanted: boolean;
}

/** Starts empty with each opening, and returns the focus on close. */
function AddPassage({ tracked: { run }, markerName, isWanted }: AddPassageProps) {
  const dialogs = useDialogChain<'add'>();
  const begin = useEffectEvent(() => dialogs.open('add'));
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
  const close = () => {
    dialogs.close();
    closeRunDialog();
  };
  if (dialogs.step === null) return null;
  return (
    <AddPassageDialog
      key={dialogs.turn}
      isOpen={dialogs.isOpen && isWanted}
      run={run}
      beginsWith={markerName}
      onClose={close}
    />
  );
}

/** The open dialogs and windows about passages of the chosen run. */
export function PassageDialogs() {
  const { runId, markerName, dialog } = useTracking();
  const tracked = useTrackedRun(runId ?? NO_RUN);
  const isAdmin = useIsAdmin();
  if (!tracked) return null;
  return (
    <>
      {dialog === 'passages' && <MarkerPassagesWindow tracked={tracked} markerName={markerName} isAdmin={isAdmin} />}
      {dialog === 'unassociated' && <UnassociatedWindow tracked={tracked} isAdmin={isAdmin} />}
      {isAdmin && (
        <AddPassage
          key={tracked.run.runId}
          tracked={tracked}
          markerName={markerName}
          isWanted={dialog === 'add-passage'}
        />
      )}
    </>
  );
}
