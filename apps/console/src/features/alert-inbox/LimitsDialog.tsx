import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { MOST_LIMIT_MINUTES, type AlertLimits } from '@waymark/domain/run/alerts/alerts';
import { limitsQuery, saveLimits } from '#/features/alerts/alerts.data.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
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
      title={t('Alert limits')}
      submitLabel={t('Save')}
      blockedBecause={t('Loading')}
      onSubmit={onClose}
      onClose={onClose}
    >
      <LoadedData query={query} what={t('Limits')} widths={[200, 200]}>
        {() => null}
      </LoadedData>
    </FormDialog>
  );
}

const isMinutes = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_LIMIT_MINUTES
    ? null
    : t('Whole minutes from 0 to {most}.', { most: MOST_LIMIT_MINUTES });

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
      title={t('Alert limits')}
      subtitle={t('For all runs of the company. 0: no such alert.')}
      submitLabel={t('Save')}
      blockedBecause={blockedBecause}
      onValidate={() => !form.validate().hasErrors}
      onSubmit={() => saveLimits(form.getValues())}
      onClose={onClose}
      width={420}
    >
      <NumberInput
        label={t('No marker hears the pig')}
        description={t('Since the launch or the last passage.')}
        {...common}
        {...form.getInputProps('unheardMinutes')}
      />
      <NumberInput
        label={t('Passage waits for verification')}
        description={t('Since the time of the passage.')}
        {...common}
        {...form.getInputProps('waitingMinutes')}
      />
    </FormDialog>
  );
}
