import { useEffect, useEffectEvent, useState } from 'react';
import { NativeSelect, Textarea } from '@mantine/core';
import { DESCRIPTIONS, MAX_MARKER_NOTE, type Marker } from '@waymark/domain/path/marker';
import { changeMarker, type MarkerPatch } from '@waymark/domain/run/changes/changes';
import { findMarker, type Run } from '@waymark/domain/run/run';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { closeRunDialog, useTracking } from '#/features/runs/run-selection.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { listDescriptions } from '#/features/planning/editor/map/marker/edit-marker.ts';
import { listFreeUids } from './marker-card.view.ts';
import { changeRun } from '#/features/runs/change-run.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import { t } from '#/language/t.ts';

const NONE_FREE = t('No AGMs have been assigned to this pig run');

const TOO_LONG = t('Notes are limited to {number} characters', { number: MAX_MARKER_NOTE });

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

function DescriptionDialog({ isOpen, runId, markerName, onClose }: MarkerDialogProps) {
  const { blockedBecause } = useCanWrite();
  const marker = useMarker(runId, markerName)?.marker;
  const [chosen, setChosen] = useState(marker?.description ?? 'AGM');
  const choose = (value: string) => {
    const description = DESCRIPTIONS.find((each) => each === value);
    if (description) setChosen(description);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Change Description')}
      subtitle={markerName}
      submitLabel={t('Save')}
      blockedBecause={blockedBecause}
      onSubmit={() => saveMarker(runId, markerName, { description: chosen })}
      onClose={onClose}
      width={380}
    >
      <NativeSelect
        label={t('Description')}
        data-autofocus
        data={[...listDescriptions({ description: chosen })]}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </FormDialog>
  );
}

function NoteDialog({ isOpen, runId, markerName, onClose }: MarkerDialogProps) {
  const { blockedBecause } = useCanWrite();
  const known = useMarker(runId, markerName)?.marker.note ?? '';
  const [note, setNote] = useState(known);
  const isTooLong = note.length > MAX_MARKER_NOTE;
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add Note')}
      subtitle={markerName}
      submitLabel={t('Save')}
      blockedBecause={blockedBecause ?? (isTooLong ? TOO_LONG : undefined)}
      onSubmit={() => saveMarker(runId, markerName, { note })}
      onClose={onClose}
      width={420}
    >
      <Textarea
        label={t('Note')}
        data-autofocus
        rows={4}
        value={note}
        error={isTooLong}
        description={`${note.length} / ${MAX_MARKER_NOTE}`}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Chooses the device that watches the marker. */
function AssignUidDialog({ isOpen, runId, markerName, onClose }: MarkerDialogProps) {
  const { blockedBecause } = useCanWrite();
  const found = useMarker(runId, markerName);
  const free = found ? listFreeUids(found.run) : [];
  const [chosen, setChosen] = useState('');
  const title = t('Link marker {marker} to AGM Device UID', { marker: markerName });
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel={t('Save')}
      blockedBecause={
        blockedBecause ?? (free.length === 0 ? NONE_FREE : chosen === '' ? t('Choose a device.') : undefined)
      }
      onSubmit={() => saveMarker(runId, markerName, { linkedUid: Number(chosen) })}
      onClose={onClose}
      width={420}
    >
      <NativeSelect
        label={t('AGM Device UID')}
        data-autofocus
        disabled={free.length === 0}
        data={[{ value: '', label: '' }, ...free.map(String)]}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
    </FormDialog>
  );
}

interface MarkerDialogProps {
  readonly isOpen: boolean;
  readonly runId: number;
  readonly markerName: string;
  readonly onClose: () => void;
}

function useMarker(runId: number, markerName: string): { readonly run: Run; readonly marker: Marker } | null {
  const run = useTrackedRun(runId)?.run;
  const marker = run && findMarker(run, markerName);
  return marker ? { run, marker } : null;
}

function saveMarker(runId: number, markerName: string, patch: MarkerPatch): Promise<void> {
  return changeRun(runId, (run) => changeMarker(run, markerName, patch));
}
