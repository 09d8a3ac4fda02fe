import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '#/language/t.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { launchPig } from './launch.data.ts';
import { findTimeFault, type LaunchOrder } from './launch.view.ts';

interface LaunchTimeDialogProps {
  readonly isOpen: boolean;
  readonly order: LaunchOrder;
  /** The server's time when the pig was chosen. */
  readonly beginsWith: string;
  readonly blockedBecause: string | undefined;
  readonly onLaunched: (runId: number) => void;
  readonly onClose: () => void;
}

const readServerNow = () => Date.now() + useServerClock.getState().offsetMs;

/** Asks when the pig entered the line, and launches the run. */
export function LaunchTimeDialog({
  isOpen,
  order,
  beginsWith,
  blockedBecause,
  onLaunched,
  onClose,
}: LaunchTimeDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { launchTime: beginsWith },
    validate: { launchTime: (typed: string) => findTimeFault(typed, readServerNow()) },
  });
  const launchedId = useRef<number>(null);
  const launch = async () => {
    launchedId.current = await launchPig(queryClient, order, form.getValues().launchTime);
    showSuccess(t('Pig run launched'), t('{pig} on {path}', { pig: order.pig, path: order.path.name }));
  };
  const finish = () => (launchedId.current === null ? onClose() : onLaunched(launchedId.current));
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add Launch Time')}
      subtitle={`${order.pig}, ${order.path.name}`}
      submitLabel={t('Set and launch')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={launch}
      onClose={finish}
      width={420}
    >
      <ZonedField
        label={t('Launch time (UTC)')}
        line={order.path.timeZone}
        isMasked={false}
        isFirst
        {...form.getInputProps('launchTime')}
      />
    </FormDialog>
  );
}
