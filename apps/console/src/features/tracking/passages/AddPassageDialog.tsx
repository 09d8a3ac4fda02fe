import { Select } from '@mantine/core';
import type { Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { readUtc } from '#/ui/field/utc-mask.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { addManual } from './run-passage-acts.ts';
import { listTracked } from './run-passages.view.ts';
import { explainManual } from './time-field.view.ts';
import { TimeField } from './TimeField.tsx';

interface AddPassageDialogProps {
  readonly isOpen: boolean;
  readonly run: Run;
  /** The marker for which the dialog was opened, if it is tracked; null: none. */
  readonly beginsWith: string | null;
  readonly onClose: () => void;
}

/** Adds a passage that no device has detected. */
export function AddPassageDialog({ isOpen, run, beginsWith, onClose }: AddPassageDialogProps) {
  const { blockedBecause } = useCanWrite();
  const tracked = listTracked(run.path.markers);
  const [markerName, setMarkerName] = useState<string | null>(() =>
    beginsWith !== null && tracked.includes(beginsWith) ? beginsWith : null,
  );
  const [typed, setTyped] = useState(() => formatUtcSecond(readServerNow()));
  const [fault, setFault] = useState<ReturnType<typeof explainManual>>(null);
  const at = (field: 'markerName' | 'time') => (fault?.field === field ? fault.words : null);
  const choose = (name: string | null) => {
    setMarkerName(name);
    setFault(null);
  };
  const type = (text: string) => {
    setTyped(text);
    setFault(null);
  };
  const validate = () => {
    if (markerName === null) return false;
    const found = explainManual(run, markerName, typed, readServerNow());
    setFault(found);
    return found === null;
  };
  const add = async () => {
    const passageAt = readUtc(typed);
    if (markerName === null || passageAt === null) return;
    await addManual(run.runId, markerName, passageAt);
    showSuccess('Passage added', `${markerName}, ${formatUtcSecond(passageAt)}`);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title="Add Passage"
      subtitle={`${run.pig}, run ${run.runId}`}
      submitLabel="Add"
      blockedBecause={blockedBecause ?? (markerName === null ? 'Choose a marker.' : undefined)}
      onValidate={validate}
      onSubmit={add}
      onClose={onClose}
      width={420}
    >
      <Select
        label="AGM Marker"
        placeholder="Choose a marker"
        data={[...tracked]}
        searchable
        clearable
        error={at('markerName')}
        value={markerName}
        onChange={choose}
      />
      <TimeField value={typed} error={at('time')} onChange={type} isFirst={markerName !== null} />
    </FormDialog>
  );
}
