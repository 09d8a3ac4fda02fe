import { withReceiveTime } from '@waymark/contract/runs/run-names';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { useState } from 'react';
import { callApi } from '#/api/client.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { callForRun, readServerNow, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import type { RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { explainReceive } from './run-times.view.ts';
import { TimeDialog } from './TimeDialog.tsx';

/** Completes the run with its receive time. */
export function EndDialog(props: RunDialogProps) {
  const { run } = props.tracked;
  const [beginsWith] = useState(() => formatUtcSecond(readServerNow()));
  const end = async (at: number) => {
    await callForRun(run.runId, UPDATE_FAILURE, (text) =>
      callApi('POST /finished/pigrun/add/', { body: withReceiveTime(text, formatUtcSecond(at)) }),
    );
    showSuccess('Pig run completed', run.pig);
  };
  return (
    <TimeDialog
      {...props}
      title="Add Receive Time"
      label="Receive time (UTC)"
      submitLabel="End/Save"
      beginsWith={beginsWith}
      explain={(typed) => explainReceive(typed, run, readServerNow())}
      onSave={end}
    />
  );
}
