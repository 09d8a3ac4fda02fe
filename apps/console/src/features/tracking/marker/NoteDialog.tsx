import { Textarea } from '@mantine/core';
import { MAX_MARKER_NOTE } from '@waymark/domain/path/marker';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { saveMarker, useMarker, type MarkerDialogProps } from './marker-dialog.ts';

const TOO_LONG = `Notes are limited to ${MAX_MARKER_NOTE} characters`;

export function NoteDialog({ isOpen, runId, markerName, onClose }: MarkerDialogProps) {
  const { blockedBecause } = useCanWrite();
  const known = useMarker(runId, markerName)?.marker.note ?? '';
  const [note, setNote] = useState(known);
  const isTooLong = note.length > MAX_MARKER_NOTE;
  return (
    <FormDialog
      isOpen={isOpen}
      title="Add Note"
      subtitle={markerName}
      submitLabel="Save"
      blockedBecause={blockedBecause ?? (isTooLong ? TOO_LONG : undefined)}
      onSubmit={() => saveMarker(runId, markerName, { note })}
      onClose={onClose}
      width={420}
    >
      <Textarea
        label="Note"
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
