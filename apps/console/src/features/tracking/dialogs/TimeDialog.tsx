import { useForm } from '@mantine/form';
import { parseTypedUtc } from '@waymark/domain/time/utc';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { TIME_PLACEHOLDER } from './run-times.view.ts';

interface TimeDialogProps extends RunDialogProps {
  readonly title: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly beginsWith: string;
  /** Returns what is wrong with the entry; null: it can be sent. */
  readonly explain: (typed: string) => string | null;
  readonly onSave: (at: number) => Promise<void>;
}

/** Asks for a UTC time. */
export function TimeDialog(props: TimeDialogProps) {
  const { isOpen, tracked, blockedBecause, onClose, title, label, submitLabel, beginsWith, explain, onSave } = props;
  const form = useForm({
    initialValues: { time: beginsWith },
    validateInputOnChange: true,
    validate: { time: explain },
  });
  const save = async () => {
    const at = parseTypedUtc(form.getValues().time);
    if (at.ok) await onSave(at.value);
  };
  return (
    <FormDialog
      {...{ isOpen, title, submitLabel, blockedBecause, onClose }}
      subtitle={nameRun(tracked)}
      onValidate={() => validateForm(form)}
      onSubmit={save}
      width={420}
    >
      <UtcField label={label} placeholder={TIME_PLACEHOLDER} isMasked={false} isFirst {...form.getInputProps('time')} />
    </FormDialog>
  );
}
