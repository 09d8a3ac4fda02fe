import { readTimes as timesOf } from '@waymark/contract/runs/run-names';
import { useQueryClient } from '@tanstack/react-query';
import { readTimes, type TypedTimes } from '@waymark/domain/run/changes/finished';
import type { TimesFault } from '@waymark/domain/run/refusal';
import { describeTimesFault } from '@waymark/domain/words/refusals';
import { useState } from 'react';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { readServerNow } from '#/features/runs/change-run.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { saveTimes } from './finished-acts.ts';
import { finishedRunQuery } from '#/features/runs/finished.data.ts';
import { keepTyped, writeTimes } from './finished.view.ts';

/** Edits launch and receive time of a completed run. */
export function EditTimesDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(tracked.text);
  const [typed, setTyped] = useState(() => writeTimes(timesOf(tracked.text)));
  const [fault, setFault] = useState<TimesFault | null>(null);
  const { runId } = tracked.run;
  const findFault = (times: TypedTimes) => {
    const read = readTimes(tracked.run, times, readServerNow());
    return read.ok ? null : read.failure;
  };
  const change = (part: Partial<TypedTimes>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    setFault(findFault(next));
  };
  const isGood = () => {
    const found = findFault(typed);
    setFault(found);
    return found === null;
  };
  // The run has another user's changes now: the next attempt is based on them.
  const takeFresh = () => {
    const fresh = queryClient.getQueryData(finishedRunQuery(runId).queryKey);
    if (!fresh) return;
    setTyped(keepTyped(typed, timesOf(base), timesOf(fresh)));
    setBase(fresh);
  };
  const save = async () => {
    const times = readTimes(tracked.run, typed, readServerNow());
    if (!times.ok) return;
    await saveTimes(queryClient, base, times.value).catch((error: unknown) => {
      takeFresh();
      throw error;
    });
    showSuccess('Times saved', nameRun(tracked));
  };
  const { launchTime, receiveTime } = timesOf(tracked.text);
  const isOther = launchTime !== base.launchTime || receiveTime !== timesOf(base).receiveTime;
  return (
    <FormDialog
      {...{ isOpen, blockedBecause, onClose }}
      title="Edit Launch/Receive Time"
      subtitle={nameRun(tracked)}
      submitLabel="Save"
      note={isOther ? `Somebody else has saved ${launchTime} to ${receiveTime} meanwhile.` : undefined}
      onValidate={isGood}
      onSubmit={save}
      width={460}
    >
      <UtcField
        label="Launch time (UTC)"
        isFirst
        value={typed.launch}
        error={fault?.of === 'launch' ? describeTimesFault(fault) : null}
        onChange={(launch) => change({ launch })}
      />
      <UtcField
        label="Receive time (UTC)"
        value={typed.receive}
        error={fault?.of === 'receive' ? describeTimesFault(fault) : null}
        onChange={(receive) => change({ receive })}
      />
    </FormDialog>
  );
}
