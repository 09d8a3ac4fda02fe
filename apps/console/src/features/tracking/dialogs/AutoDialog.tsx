import { useState } from 'react';
import { AutoSettingsDialog } from '#/features/planning/editor/auto-settings/AutoSettingsDialog.tsx';
import { changeRun } from '#/features/runs/change-run.ts';
import { changeAuto } from './auto-changes.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';

/** Chooses what the server does automatically at each marker of the run. */
export function AutoDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { runId, path } = tracked.run;
  const [before] = useState(path.markers);
  return (
    <AutoSettingsDialog
      {...{ isOpen, blockedBecause, onClose }}
      title="Auto Link/Verify"
      subtitle={nameRun(tracked)}
      submitLabel="Save"
      markers={before}
      onSave={(after) => changeRun(runId, (run) => changeAuto(run, before, after))}
    />
  );
}
