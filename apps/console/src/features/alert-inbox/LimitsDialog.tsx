import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { MOST_LIMIT_MINUTES, type AlertLimits } from '@waymark/domain/run/alerts/alerts';
import { limitsQuery, saveLimits } from '#/features/alerts/alerts.data.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';

interface LimitsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The minutes of silence after which alerts of the company are raised. */
export function LimitsDialog({ isOpen, onClose }: LimitsDialogProps) {
  const query = useQuery({ ...limitsQuery, enabled: isOpen, gcTime: 0 });
  return query.data ? (
    <LimitsForm limits={query.data} isOpen={isOpen} onClose={onClose} />
  ) : (
    <FormDialog
      isOpen={isOpen}
      title="Alert limits"
      submitLabel="Save"
      blockedBecause="Loading"
      onSubmit={onClose}
      onClose={onClose}
    >
      <LoadedData query={query} what="Limits" widths={[200, 200]}>
        {() => null}
      </LoadedData>
    </FormDialog>
  );
}

const isMinutes = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_LIMIT_MINUTES
    ? null
    : `Whole minutes from 0 to ${MOST_LIMIT_MINUTES}.`;

interface LimitsFormProps extends LimitsDialogProps {
  readonly limits: AlertLimits;
}

function LimitsForm({ limits, isOpen, onClose }: LimitsFormProps) {
  const { blockedBecause } = useCanWrite();
  const form = useForm<AlertLimits>({
    initialValues: limits,
    validate: { unheardMinutes: isMinutes, waitingMinutes: isMinutes },
  });
  const common = { min: 0, max: MOST_LIMIT_MINUTES, suffix: ' min', allowDecimal: false };
  return (
    <FormDialog
      isOpen={isOpen}
      title="Alert limits"
      subtitle="For all runs of the company. 0: no such alert."
      submitLabel="Save"
      blockedBecause={blockedBecause}
      onValidate={() => !form.validate().hasErrors}
      onSubmit={() => saveLimits(form.getValues())}
      onClose={onClose}
      width={420}
    >
      <NumberInput
        label="No marker hears the pig"
        description="Since the launch or the last passage."
        {...common}
        {...form.getInputProps('unheardMinutes')}
      />
      <NumberInput
        label="Passage waits for verification"
        description="Since the time of the passage."
        {...common}
        {...form.getInputProps('waitingMinutes')}
      />
    </FormDialog>
  );
}
