import { useQueryClient } from '@tanstack/react-query';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { readTimes as timesOf } from '@waymark/contract/runs/run-names';
import { readTimes, type TypedTimes } from '@waymark/domain/run/changes/finished';
import type { TimesFault } from '@waymark/domain/run/refusal';
import { describeTimesFault } from '@waymark/domain/words/refusals';
import { useState } from 'react';
import { useCanWrite } from '#/live/online-store.ts';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import {
  deleteFinished,
  reopenFinished,
  type BroadcastOutcome,
  saveTimes,
  addAgmsToRun,
  startSynch,
} from './finished-acts.ts';
import { DELETE_REPORT_QUESTION, keepTyped, writeTimes } from './finished.view.ts';
import { ControlPointsDialog } from './ControlPointsDialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { ConfirmRunBroadcast, RunBroadcastDialog, RunBroadcastOutcome } from './RunBroadcastDialogs.tsx';
import { useFinishedRun } from './use-finished-run.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { readZone } from '#/ui/clock/zones.ts';
import { writeTimeText } from '@waymark/domain/time/zoned-text';
import { readServerNow } from '#/features/runs/change-run.ts';
import { finishedRunQuery } from '#/features/runs/finished.data.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { AgmsPicker } from '#/features/runs/dialogs/AgmsPicker.tsx';
import { listAvailable } from '#/features/runs/dialogs/agms.view.ts';
import { SharesDialog } from '#/features/shares/SharesDialog.tsx';
import { t } from '#/language/t.ts';

const NONE: readonly number[] = [];

/** Each has the run when it was opened: the dialog and its entries stay when the run is deleted. */
export type FinishedStep = { readonly tracked: TrackedRun } & (
  | { readonly kind: 'delete' | 'reopen' | 'times' | 'agms' | 'report' | 'control-points' | 'share' }
  | { readonly kind: 'broadcast' | 'confirm-broadcast'; readonly codes: readonly BroadcastCode[] }
  | { readonly kind: 'outcome'; readonly outcome: BroadcastOutcome }
);

function DeleteDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const queryClient = useQueryClient();
  const { runId, path } = tracked.run;
  const remove = async () => {
    if (blockedBecause !== undefined) throw new Error(blockedBecause);
    await deleteFinished(queryClient, runId);
    showSuccess(t('Pig run deleted'), nameRun(tracked));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={DELETE_REPORT_QUESTION}
      confirmLabel={t('Delete')}
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      {t(
        'Run {runId} of {pig} on {path}, with its manual passages. What its AGMs have recorded stays in their history.',
        { runId, pig: tracked.run.pig, path: path.name },
      )}
    </ConfirmDialog>
  );
}

/** For a run that was ended by mistake. */
function ReopenDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const queryClient = useQueryClient();
  const { runId, path, pig } = tracked.run;
  const reopen = async () => {
    if (blockedBecause !== undefined) throw new Error(blockedBecause);
    await reopenFinished(queryClient, runId);
    showSuccess(t('Pig run reopened'), nameRun(tracked));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Reopen Pig Run')}
      confirmLabel={t('Reopen')}
      onConfirm={reopen}
      onClose={onClose}
    >
      {t(
        '{pig} on {path} goes on without its receive time, with what its AGMs have heard since. Users who were told of the receive are told that it goes on. Commands that the end of the run sent to its AGMs stay sent.',
        { pig, path: path.name },
      )}
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
    case 'reopen':
      return <ReopenDialog key={turn} {...props} />;
    case 'times':
      return <EditTimesDialog key={turn} {...props} />;
    case 'agms':
      return <AddAgmsDialog key={turn} {...props} />;
    case 'report':
      return <ReportDialog key={turn} {...props} />;
    case 'control-points':
      return <ControlPointsDialog key={turn} {...props} />;
    case 'share':
      return <SharesDialog key={turn} {...props} />;
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

/** Launch and receive time of a completed run; after a conflict the next attempt is based on the newer run. */
function useTimesForm(tracked: TrackedRun) {
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
    showSuccess(t('Times saved'), nameRun(tracked));
  };
  const zone = readZone(tracked.run.path.timeZone);
  const { launchTime, receiveTime } = timesOf(tracked.text);
  const isOther = launchTime !== base.launchTime || receiveTime !== timesOf(base).receiveTime;
  const news = isOther
    ? t('Somebody else has saved {from} to {to} meanwhile.', {
        from: writeTimeText(launchTime ?? '', zone),
        to: writeTimeText(receiveTime ?? '', zone),
      })
    : undefined;
  return { typed, fault, news, change, isGood, save };
}

/** Edits launch and receive time of a completed run. */
function EditTimesDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { typed, fault, news, change, isGood, save } = useTimesForm(tracked);
  return (
    <FormDialog
      {...{ isOpen, blockedBecause, onClose }}
      title={t('Edit Launch/Receive Time')}
      subtitle={nameRun(tracked)}
      submitLabel={t('Save')}
      note={news}
      onValidate={isGood}
      onSubmit={save}
      width={460}
    >
      <ZonedField
        line={tracked.run.path.timeZone}
        label={t('Launch time (UTC)')}
        isFirst
        value={typed.launch}
        error={fault?.of === 'launch' ? describeTimesFault(fault, t) : null}
        onChange={(launch) => change({ launch })}
      />
      <ZonedField
        line={tracked.run.path.timeZone}
        label={t('Receive time (UTC)')}
        value={typed.receive}
        error={fault?.of === 'receive' ? describeTimesFault(fault, t) : null}
        onChange={(receive) => change({ receive })}
      />
    </FormDialog>
  );
}

/** Adds forgotten devices: their passages between launch and receive are added to the run. */
function AddAgmsDialog(props: RunDialogProps) {
  const { tracked } = props;
  const { runId, groupId, path } = tracked.run;
  const queryClient = useQueryClient();
  const watching = new Set(path.agms);
  const add = async (chosen: ReadonlySet<number>, devices: readonly Device[]) => {
    await addAgmsToRun(queryClient, runId, chosen, devices);
    showSuccess(t('{count} AGM added|{count} AGMs added', { count: chosen.size }), nameRun(tracked));
    startSynch(queryClient, runId);
  };
  return (
    <AgmsPicker
      {...props}
      title={t('Add AGMs')}
      submitLabel={t('Add Selected')}
      list={(devices) => listAvailable(devices, groupId, []).filter((uid) => !watching.has(uid))}
      beginsWith={NONE}
      isChoiceRequired
      emptyText={t('All AGMs of the company are in the run')}
      onSave={add}
    />
  );
}
