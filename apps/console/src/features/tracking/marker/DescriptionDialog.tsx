import { NativeSelect } from '@mantine/core';
import { DESCRIPTIONS } from '@waymark/domain/path/marker';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { listDescriptions } from '#/features/planning/editor/map/marker/edit-marker.ts';
import { saveMarker, useMarker, type MarkerDialogProps } from './marker-dialog.ts';

export function DescriptionDialog({ isOpen, runId, markerName, onClose }: MarkerDialogProps) {
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
      title="Change Description"
      subtitle={markerName}
      submitLabel="Save"
      blockedBecause={blockedBecause}
      onSubmit={() => saveMarker(runId, markerName, { description: chosen })}
      onClose={onClose}
      width={380}
    >
      <NativeSelect
        label="Description"
        data-autofocus
        data={[...listDescriptions({ description: chosen })]}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </FormDialog>
  );
}
