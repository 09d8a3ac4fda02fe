import { useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { LaunchDialog } from '../launch/LaunchDialog.tsx';
import type { LaunchOrder } from '../launch/launch.view.ts';
import { LaunchTimeDialog } from '../launch/LaunchTimeDialog.tsx';
import type { SavedPath } from '#/features/runs/runs.data.ts';
import { focusLaunched } from '#/features/runs/run-selection.ts';
import type { ActiveRun } from '#/features/runs/active-run.ts';
import { cancelRun, deletePath } from '#/features/runs/change-runs.data.ts';
import { selectPath } from './manager-store.ts';
import { CANCEL_QUESTION, DELETE_QUESTION, PATH_IN_USE } from './manager.view.ts';

export type ManagerStep =
  | { readonly kind: 'launch'; readonly path: SavedPath; readonly isBackward: boolean }
  | { readonly kind: 'time'; readonly order: LaunchOrder; readonly launchTime: string }
  | { readonly kind: 'delete'; readonly path: SavedPath }
  | { readonly kind: 'in-use'; readonly path: SavedPath }
  | { readonly kind: 'cancel'; readonly run: ActiveRun };

/** At most one dialog is open, with its subject. */
export function ManagerDialogs({
  dialogs: { step, isOpen, turn, follow, close, leave },
}: {
  readonly dialogs: DialogChain<ManagerStep>;
}) {
  const { blockedBecause } = useCanWrite();
  if (!step) return null;
  switch (step.kind) {
    case 'launch':
      return (
        <LaunchDialog
          key={turn}
          {...{ isOpen, blockedBecause }}
          path={step.path}
          isBackward={step.isBackward}
          onChosen={(order, launchTime) => follow({ kind: 'time', order, launchTime })}
          onClose={close}
        />
      );
    case 'time':
      return (
        <LaunchTimeDialog
          key={turn}
          {...{ isOpen, blockedBecause }}
          order={step.order}
          beginsWith={step.launchTime}
          onLaunched={(runId) => {
            leave();
            focusLaunched(runId);
          }}
          onClose={close}
        />
      );
    case 'delete':
      return <DeletePath key={turn} isOpen={isOpen} path={step.path} onClose={close} />;
    case 'in-use':
      return (
        <MessageDialog key={turn} isOpen={isOpen} title={t('The pig run cannot be deleted')} onClose={close}>
          {PATH_IN_USE} {t('It can be deleted once {path} has no pig on its way.', { path: step.path.name })}
        </MessageDialog>
      );
    case 'cancel':
      return <CancelRun key={turn} isOpen={isOpen} run={step.run} onClose={close} />;
  }
}

interface QuestionProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function DeletePath({ isOpen, path, onClose }: QuestionProps & { readonly path: SavedPath }) {
  const queryClient = useQueryClient();
  const remove = async () => {
    await deletePath(queryClient, path.pathId);
    selectPath(null);
    showSuccess(t('Pig run deleted'), path.name);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={DELETE_QUESTION}
      confirmLabel={t('Delete')}
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      {t('{path} with its markers, its notifications and its broadcast commands. Runs that were made of it stay.', {
        path: path.name,
      })}
    </ConfirmDialog>
  );
}

function CancelRun({ isOpen, run, onClose }: QuestionProps & { readonly run: ActiveRun }) {
  const cancel = async () => {
    await cancelRun(run.runId);
    showSuccess(t('Pig run cancelled'), run.pig);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Cancel Pig Run')}
      confirmLabel={t('Yes-Cancel')}
      cancelLabel={t('No')}
      isDestructive
      onConfirm={cancel}
      onClose={onClose}
    >
      {CANCEL_QUESTION}
    </ConfirmDialog>
  );
}
