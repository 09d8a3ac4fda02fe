import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { listFreeUids } from './marker-card.view.ts';
import { saveMarker, useMarker, type MarkerDialogProps } from './marker-dialog.ts';

const NONE_FREE = 'No AGMs have been assigned to this pig run';

/** Chooses the device that watches the marker. */
export function AssignUidDialog({ isOpen, runId, markerName, onClose }: MarkerDialogProps) {
  const { blockedBecause } = useCanWrite();
  const found = useMarker(runId, markerName);
  const free = found ? listFreeUids(found.run) : [];
  const [chosen, setChosen] = useState('');
  const title = `Link marker ${markerName} to AGM Device UID`;
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submitLabel="Save"
      blockedBecause={
        blockedBecause ?? (free.length === 0 ? NONE_FREE : chosen === '' ? 'Choose a device.' : undefined)
      }
      onSubmit={() => saveMarker(runId, markerName, { linkedUid: Number(chosen) })}
      onClose={onClose}
      width={420}
    >
      <NativeSelect
        label="AGM Device UID"
        data-autofocus
        disabled={free.length === 0}
        data={[{ value: '', label: '' }, ...free.map(String)]}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
    </FormDialog>
  );
}
