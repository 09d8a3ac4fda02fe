import { succeed } from '@waymark/domain/result';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { changeRun, readServerNow } from '#/features/runs/change-run.ts';
import type { RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { explainLaunch } from './run-times.view.ts';
import { TimeDialog } from './TimeDialog.tsx';

export function LaunchEditDialog(props: RunDialogProps) {
  const { run } = props.tracked;
  return (
    <TimeDialog
      {...props}
      title="Edit Time"
      label="Launch time (UTC)"
      submitLabel="Save"
      beginsWith={run.launchAt === null ? '' : formatUtcSecond(run.launchAt)}
      explain={(typed) => explainLaunch(typed, run, readServerNow())}
      // The server checks the time against the verified passages.
      onSave={(launchAt) => changeRun(run.runId, (current) => succeed({ ...current, launchAt }))}
    />
  );
}
