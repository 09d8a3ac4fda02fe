import { useEffect, useEffectEvent } from 'react';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { closeRunDialog, useTracking } from '#/features/runs/run-selection.ts';
import { AssignUidDialog } from './AssignUidDialog.tsx';
import { DescriptionDialog } from './DescriptionDialog.tsx';
import { NoteDialog } from './NoteDialog.tsx';

const DIALOGS = { 'assign-uid': AssignUidDialog, description: DescriptionDialog, note: NoteDialog };
type MarkerDialog = keyof typeof DIALOGS;

interface Step {
  readonly dialog: MarkerDialog;
  readonly runId: number;
  readonly markerName: string;
}

const isOurs = (dialog: string | null): dialog is MarkerDialog => dialog !== null && dialog in DIALOGS;

export function MarkerDialogs() {
  const dialog = useTracking((tracking) => tracking.dialog);
  const { step, isOpen, turn, open, close } = useDialogChain<Step>();
  const follow = useEffectEvent((wanted: typeof dialog) => {
    const { runId, markerName } = useTracking.getState();
    if (isOurs(wanted) && runId !== null && markerName !== null) open({ dialog: wanted, runId, markerName });
    else if (isOpen) close();
  });
  useEffect(() => follow(dialog), [dialog]);
  if (!step) return null;
  const Dialog = DIALOGS[step.dialog];
  return <Dialog key={turn} isOpen={isOpen} runId={step.runId} markerName={step.markerName} onClose={closeRunDialog} />;
}
