import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { MAX_KEY_NAME } from '@waymark/contract/routes/keys';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useMaking } from '#/ui/dialog/use-making.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { KEY_RULES, findFieldErrors } from '../keys/keys.view.ts';
import { useNeedsPassword } from '../keys/use-needs-password.ts';
import { makeWallboard, type MadeWallboard } from './wallboards.data.ts';

interface MakeWallboardDialogProps {
  readonly isOpen: boolean;
  readonly onMade: (made: MadeWallboard) => void;
  readonly onClose: () => void;
}

const EMPTY = { name: '', expiresAt: '', currentPassword: '' };
const RULES = {
  name: (name: string) => (name.trim() === '' ? t('Say where it hangs') : null),
  expiresAt: KEY_RULES.expiresAt,
};

/** Asks where a new wallboard hangs. */
export function MakeWallboardDialog({ isOpen, onMade, onClose }: MakeWallboardDialogProps) {
  const { blockedBecause } = useCanWrite();
  const needsPassword = useNeedsPassword();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: EMPTY, validate: RULES });
  const { made, make } = useMaking(form, {
    send: ({ name, expiresAt, currentPassword }) =>
      makeWallboard(queryClient, {
        name,
        expiresAt: expiresAt === '' ? null : expiresAt,
        ...(currentPassword !== '' && { currentPassword }),
      }),
    findErrors: (error) => findFieldErrors(error, { addresses: '' }),
  });
  const isProven = !needsPassword || form.values.currentPassword !== '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Make a Wallboard')}
      submitLabel={t('Make the wallboard')}
      blockedBecause={blockedBecause ?? (isProven ? undefined : t('Enter your password'))}
      note={needsPassword ? undefined : t('Your sign-in at your identity provider must be less than 10 minutes old.')}
      onValidate={() => validateForm(form)}
      onSubmit={make}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={480}
    >
      <TextInput
        label={t('Place')}
        placeholder={t('Control room, left screen')}
        autoComplete="off"
        maxLength={MAX_KEY_NAME}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <UtcField
        label={t('Expires (UTC)')}
        placeholder={t('Never, or YYYY-MM-DD HH:mm:ss')}
        {...form.getInputProps('expiresAt')}
      />
      {needsPassword && (
        <PasswordInput
          label={t('Your password')}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      )}
    </FormDialog>
  );
}
