import { useQueryClient } from '@tanstack/react-query';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { useCanWrite } from '#/live/use-can-write.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { AddAgmsDialog } from './AddAgmsDialog.tsx';
import { EditTimesDialog } from './EditTimesDialog.tsx';
import { deleteFinished, type BroadcastOutcome } from './finished-acts.ts';
import { DELETE_REPORT_QUESTION } from './finished.view.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { ConfirmRunBroadcast, RunBroadcastDialog, RunBroadcastOutcome } from './RunBroadcastDialogs.tsx';
import { useFinishedRun } from './use-finished-run.ts';

/** Each has the run when it was opened: the dialog and its entries stay when the run is deleted. */
export type FinishedStep = { readonly tracked: TrackedRun } & (
  | { readonly kind: 'delete' | 'times' | 'agms' | 'report' }
  | { readonly kind: 'broadcast' | 'confirm-broadcast'; readonly codes: readonly BroadcastCode[] }
  | { readonly kind: 'outcome'; readonly outcome: BroadcastOutcome }
);

function DeleteDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const queryClient = useQueryClient();
  const { runId, path } = tracked.run;
  const remove = async () => {
    if (blockedBecause !== undefined) throw new Error(blockedBecause);
    await deleteFinished(queryClient, runId);
    showSuccess('Pig run deleted', nameRun(tracked));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={DELETE_REPORT_QUESTION}
      confirmLabel="Delete"
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      Run {runId} of {tracked.run.pig} on {path.name}, with its manual passages. What its AGMs have recorded stays in
      their history.
    </ConfirmDialog>
  );
}

/** At most one dialog is open; each shows the run's present state. */
export function FinishedDialogs({
  dialogs: { step, isOpen, turn, follow, close },
}: {
  readonly dialogs: DialogChain<FinishedStep>;
}) {
  const { blockedBecause } = useCanWrite();
  const { data: live } = useFinishedRun(step?.tracked.run.runId ?? null, isOpen);
  if (!step) return null;
  const tracked = live ?? step.tracked;
  const props = { isOpen, tracked, blockedBecause, onClose: close };
  switch (step.kind) {
    case 'delete':
      return <DeleteDialog key={turn} {...props} />;
    case 'times':
      return <EditTimesDialog key={turn} {...props} />;
    case 'agms':
      return <AddAgmsDialog key={turn} {...props} />;
    case 'report':
      return <ReportDialog key={turn} {...props} />;
    case 'broadcast':
      return (
        <RunBroadcastDialog
          key={turn}
          {...props}
          codes={step.codes}
          onChosen={(codes) => follow({ kind: 'confirm-broadcast', tracked, codes })}
        />
      );
    case 'confirm-broadcast':
      return (
        <ConfirmRunBroadcast
          key={turn}
          {...{ isOpen, tracked }}
          codes={step.codes}
          onAnswer={(outcome) => follow({ kind: 'outcome', tracked, outcome })}
          onClose={() => follow({ kind: 'broadcast', tracked, codes: step.codes })}
        />
      );
    case 'outcome':
      return <RunBroadcastOutcome key={turn} isOpen={isOpen} outcome={step.outcome} onClose={close} />;
  }
}
