import { useQueryClient } from '@tanstack/react-query';
import { isManual, type Run, type RunPassage } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { useState } from 'react';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { readUtc } from '#/ui/field/utc-mask.ts';
import { readServerNow } from '#/features/runs/change-run.ts';
import { setRunPassageTime } from './run-passage-acts.ts';
import { explainEdit } from './time-field.view.ts';
import { TimeField } from './TimeField.tsx';

interface EditTimeDialogProps {
  readonly isOpen: boolean;
  readonly run: Run;
  readonly passage: RunPassage;
  readonly onClose: () => void;
}

/** Changes the time of a passage, whether it was set by a user or detected by a device. */
export function EditTimeDialog({ isOpen, run, passage, onClose }: EditTimeDialogProps) {
  const queryClient = useQueryClient();
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
    await setRunPassageTime(queryClient, run.runId, passage, at);
    showSuccess('Success!');
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={isManual(passage) ? 'Edit Manual Passage' : 'Edit Passage Time'}
      subtitle={passage.markerName ?? undefined}
      submitLabel="Set"
      blockedBecause={blockedBecause}
      onValidate={validate}
      onSubmit={save}
      onClose={onClose}
      width={420}
    >
      <TimeField value={typed} error={fault} onChange={type} isFirst />
    </FormDialog>
  );
}
