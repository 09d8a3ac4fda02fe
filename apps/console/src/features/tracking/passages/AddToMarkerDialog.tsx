import { Select } from '@mantine/core';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { addToMarker } from './run-passage-acts.ts';
import { formatPassageTime, listTracked } from './run-passages.view.ts';

interface AddToMarkerDialogProps {
  readonly isOpen: boolean;
  readonly run: Run;
  readonly passage: RunPassage;
  readonly onClose: () => void;
}

/** Chooses the marker at which a device detected the pig. */
export function AddToMarkerDialog({ isOpen, run, passage, onClose }: AddToMarkerDialogProps) {
  const { blockedBecause } = useCanWrite();
  const [markerName, setMarkerName] = useState<string | null>(null);
  const add = async () => {
    if (markerName === null) return;
    await addToMarker(run.runId, passage, markerName);
    showSuccess('Success!');
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title="Add to Marker"
      subtitle={`AGM ${passage.uid}, ${formatPassageTime(passage)}`}
      submitLabel="Add"
      blockedBecause={blockedBecause ?? (markerName === null ? 'Choose a marker.' : undefined)}
      onSubmit={add}
      onClose={onClose}
      width={420}
    >
      <Select
        label="AGM Marker"
        placeholder="Choose a marker"
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
