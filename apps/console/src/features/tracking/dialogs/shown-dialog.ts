import { useState } from 'react';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { closeRunDialog, useTracking, type RunDialog } from '#/features/runs/run-selection.ts';
import { returnFocus } from './return-focus.ts';

const OWN = [
  'auto',
  'notifications',
  'agms',
  'launch-time',
  'cancel',
  'end',
  'tool-speed',
] as const satisfies readonly RunDialog[];
type OwnDialog = (typeof OWN)[number];

interface Shown {
  readonly dialog: OwnDialog;
  /** The run when the dialog was opened: the dialog and its entry stay when the run has ended. */
  readonly tracked: TrackedRun;
  /** Distinguishes one opening from the next. */
  readonly turn: number;
  readonly isOpen: boolean;
}

/** The requested dialog of the chosen run; while it fades out, the last one with `isOpen` false. */
export function useShownDialog() {
  const runId = useTracking((tracking) => tracking.runId);
  const dialog = useTracking((tracking) => OWN.find((own) => own === tracking.dialog) ?? null);
  const tracked = useTrackedRun(runId ?? -1);
  const [shown, setShown] = useState<Shown | null>(null);
  const isSame = shown?.isOpen === true && shown.dialog === dialog && shown.tracked.run.runId === runId;
  if (dialog !== null && tracked && !isSame) setShown({ dialog, tracked, turn: (shown?.turn ?? 0) + 1, isOpen: true });
  if (dialog === null && shown?.isOpen === true) setShown({ ...shown, isOpen: false });
  const live = useTrackedRun(shown?.tracked.run.runId ?? -1);
  const close = () => {
    if (shown) returnFocus(shown.tracked.run.runId);
    closeRunDialog();
  };
  return shown && { ...shown, tracked: live ?? shown.tracked, close };
}
