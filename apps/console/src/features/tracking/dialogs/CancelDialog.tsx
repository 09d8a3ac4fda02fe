import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { cancelRun } from '#/features/runs/change-runs.data.ts';
import { CANCEL_QUESTION } from '#/features/planning/saved-paths/manager.view.ts';
import { dropRun } from '#/features/runs/runs-store.ts';
import type { RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';

export function CancelDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const queryClient = useQueryClient();
  const { runId, pig } = tracked.run;
  const cancel = async () => {
    if (blockedBecause !== undefined) throw new Error(blockedBecause);
    await cancelRun(queryClient, runId);
    dropRun(runId);
    showSuccess('Pig run cancelled', pig);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Cancel Pig Run"
      confirmLabel="Yes-Cancel"
      cancelLabel="No"
      isDestructive
      onConfirm={cancel}
      onClose={onClose}
    >
      {CANCEL_QUESTION}
    </ConfirmDialog>
  );
}
