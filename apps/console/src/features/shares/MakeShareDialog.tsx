import { Checkbox, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { MAX_SHARE_DELAY_MINUTES, MAX_SHARE_NAME, SHARE_PASSWORD_LENGTHS } from '@waymark/contract/routes/shares';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useMaking } from '#/ui/dialog/use-making.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { beginShare, findShareFault, SHARE_RULES, toSentShare, type ShareForm } from './share-form.view.ts';
import { makeShare, type MadeShare } from './shares.data.ts';

interface MakeShareDialogProps {
  readonly isOpen: boolean;
  readonly tracked: TrackedRun;
  readonly blockedBecause: string | undefined;
  readonly onMade: (made: MadeShare) => void;
  readonly onClose: () => void;
}

/** Asks for whom a link is, and what it shows. */
export function MakeShareDialog({ isOpen, tracked, blockedBecause, onMade, onClose }: MakeShareDialogProps) {
  const { runId, path } = tracked.run;
  const queryClient = useQueryClient();
  const form = useForm<ShareForm>({ initialValues: beginShare(serverNow()), validate: SHARE_RULES });
  const { made, make } = useMaking(form, {
    send: (values) => makeShare(queryClient, toSentShare(runId, values)),
    findErrors: findShareFault,
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Make a Link')}
      submitLabel={t('Make the link')}
      blockedBecause={blockedBecause}
      note={t('Whoever has the link sees this run, and nothing else, without an account.')}
      onValidate={() => validateForm(form)}
      onSubmit={make}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={460}
    >
      <TextInput
        label={t('For')}
        placeholder={t('The refinery at the receive site')}
        autoComplete="off"
        maxLength={MAX_SHARE_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ZonedField label={t('Ends (UTC)')} line={path.timeZone} {...form.getInputProps('expiresAt')} />
      <NumberInput
        label={t('Delay in minutes')}
        description={t('The page shows what was known this long ago.')}
        min={0}
        max={MAX_SHARE_DELAY_MINUTES}
        {...form.getInputProps('delayMinutes')}
      />
      <Checkbox
        label={t('Hide coordinates')}
        description={t('No map; distances along the line stay.')}
        {...form.getInputProps('hidesPlaces', { type: 'checkbox' })}
      />
      <PasswordInput
        label={t('Password of the link')}
        description={t('Empty: the link alone is enough.')}
        autoComplete="new-password"
        maxLength={SHARE_PASSWORD_LENGTHS.to}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
