import type { RunPassage } from '@waymark/domain/run/run';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { AddToMarkerDialog } from './AddToMarkerDialog.tsx';
import { EditTimeDialog } from './EditTimeDialog.tsx';
import { deleteManual } from './run-passage-acts.ts';
import { formatPassageTime } from './run-passages.view.ts';

/** A question or a message about one passage. */
export type PassageStep =
  | { readonly kind: 'time' | 'delete' | 'add-to-marker'; readonly passage: RunPassage }
  | { readonly kind: 'refused'; readonly error: Error };

interface PassageStepsProps {
  readonly dialogs: DialogChain<PassageStep>;
  readonly tracked: TrackedRun;
}

function Refusal({
  error,
  isOpen,
  onClose,
}: {
  readonly error: Error;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { message, logId } = toShownError(error);
  return (
    <MessageDialog isOpen={isOpen} title="Passage not changed" onClose={onClose}>
      {message}
      {logId !== undefined && ` LogId = ${logId}`}
    </MessageDialog>
  );
}

export function PassageSteps({ dialogs: { step, isOpen, turn, close }, tracked }: PassageStepsProps) {
  if (step === null) return null;
  if (step.kind === 'refused') return <Refusal key={turn} error={step.error} isOpen={isOpen} onClose={close} />;
  const shared = { isOpen, passage: step.passage, onClose: close };
  if (step.kind === 'time') return <EditTimeDialog key={turn} {...shared} run={tracked.run} />;
  if (step.kind === 'add-to-marker') return <AddToMarkerDialog key={turn} {...shared} run={tracked.run} />;
  const remove = async () => {
    await deleteManual(tracked.run.runId, step.passage);
    showSuccess('Success!');
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Are you sure you want to delete this passage?"
      confirmLabel="Delete"
      isDestructive
      onConfirm={remove}
      onClose={close}
    >
      {`${step.passage.markerName}, ${formatPassageTime(step.passage)}, set by hand.`}
    </ConfirmDialog>
  );
}
