import { isManual, type RunPassage, type Run } from '@waymark/domain/run/run';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { MessageDialog } from '#/ui/dialog/MessageDialog.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import type { DialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { deleteManual, addToMarker, setRunPassageTime } from './run-passage-acts.ts';
import { formatPassageTime, listTracked } from './run-passages.view.ts';
import { useZone } from '#/ui/clock/zones.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { readUtc } from '#/ui/field/utc-mask.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { t } from '#/language/t.ts';
import { explainEdit } from './time-field.view.ts';
import { TimeField } from './TimeField.tsx';

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
    <MessageDialog isOpen={isOpen} title={t('Passage not changed')} onClose={onClose}>
      {message}
      {logId !== undefined && ` LogId = ${logId}`}
    </MessageDialog>
  );
}

export function PassageSteps({ dialogs: { step, isOpen, turn, close }, tracked }: PassageStepsProps) {
  const zone = useZone(tracked.run.path.timeZone);
  if (step === null) return null;
  if (step.kind === 'refused') return <Refusal key={turn} error={step.error} isOpen={isOpen} onClose={close} />;
  const shared = { isOpen, passage: step.passage, onClose: close };
  if (step.kind === 'time') return <EditTimeDialog key={turn} {...shared} run={tracked.run} />;
  if (step.kind === 'add-to-marker') return <AddToMarkerDialog key={turn} {...shared} run={tracked.run} />;
  const remove = async () => {
    await deleteManual(tracked.run.runId, step.passage);
    showSuccess(t('Success!'));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('Are you sure you want to delete this passage?')}
      confirmLabel={t('Delete')}
      isDestructive
      onConfirm={remove}
      onClose={close}
    >
      {t('{marker}, {time}, set by hand.', {
        marker: String(step.passage.markerName),
        time: formatPassageTime(step.passage, zone),
      })}
    </ConfirmDialog>
  );
}

interface AddToMarkerDialogProps {
  readonly isOpen: boolean;
  readonly run: Run;
  readonly passage: RunPassage;
  readonly onClose: () => void;
}

/** Chooses the marker at which a device detected the pig. */
function AddToMarkerDialog({ isOpen, run, passage, onClose }: AddToMarkerDialogProps) {
  const { blockedBecause } = useCanWrite();
  const zone = useZone(run.path.timeZone);
  const [markerName, setMarkerName] = useState<string | null>(null);
  const add = async () => {
    if (markerName === null) return;
    await addToMarker(run.runId, passage, markerName);
    showSuccess(t('Success!'));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add to Marker')}
      subtitle={`${t('AGM {uid}', { uid: String(passage.uid) })}, ${formatPassageTime(passage, zone)}`}
      submitLabel={t('Add')}
      blockedBecause={blockedBecause ?? (markerName === null ? t('Choose a marker.') : undefined)}
      onSubmit={add}
      onClose={onClose}
      width={420}
    >
      <Select
        label={t('AGM Marker')}
        placeholder={t('Choose a marker')}
        data={[...listTracked(run.path.markers)]}
        allowDeselect={false}
        searchable
        data-autofocus
        value={markerName}
        onChange={setMarkerName}
      />
    </FormDialog>
  );
}

interface EditTimeDialogProps {
  readonly isOpen: boolean;
  readonly run: Run;
  readonly passage: RunPassage;
  readonly onClose: () => void;
}

/** Changes the time of a passage, whether it was set by a user or detected by a device. */
function EditTimeDialog({ isOpen, run, passage, onClose }: EditTimeDialogProps) {
  const { blockedBecause } = useCanWrite();
  const before = formatUtcSecond(passage.passageAt);
  const [typed, setTyped] = useState(before);
  const [fault, setFault] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    setFault(null);
  };
  const validate = () => {
    const words = explainEdit(run, passage, typed, readServerNow());
    setFault(words);
    return words === null;
  };
  const save = async () => {
    // An unchanged time keeps its milliseconds, which the field does not show.
    const at = typed === before ? passage.passageAt : readUtc(typed);
    if (at === null) return;
    await setRunPassageTime(run.runId, passage, at);
    showSuccess(t('Success!'));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={isManual(passage) ? t('Edit Manual Passage') : t('Edit Passage Time')}
      subtitle={passage.markerName ?? undefined}
      submitLabel={t('Set')}
      blockedBecause={blockedBecause}
      onValidate={validate}
      onSubmit={save}
      onClose={onClose}
      width={420}
    >
      <TimeField value={typed} error={fault} onChange={type} line={run.path.timeZone} isFirst />
    </FormDialog>
  );
}
