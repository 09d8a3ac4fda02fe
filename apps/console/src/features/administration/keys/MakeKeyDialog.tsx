import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { KEY_SCOPES } from '@waymark/contract/key-scopes';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useMaking } from '#/ui/dialog/use-making.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { UtcField } from '#/ui/field/UtcField.tsx';
import { makeKey, type MadeKey } from './keys.data.ts';
import { EMPTY_KEY, findFieldErrors, KEY_RULES, SCOPE_TEXTS, toSentKey, type KeyForm } from './keys.view.ts';
import { useNeedsPassword } from './use-needs-password.ts';
import styles from './MakeKeyDialog.module.css';

interface MakeKeyDialogProps {
  readonly isOpen: boolean;
  readonly onMade: (key: MadeKey) => void;
  readonly onClose: () => void;
}

/** Asks what a new API key is for, and what it may do. */
export function MakeKeyDialog({ isOpen, onMade, onClose }: MakeKeyDialogProps) {
  const { blockedBecause } = useCanWrite();
  const needsPassword = useNeedsPassword();
  const queryClient = useQueryClient();
  const form = useForm<KeyForm>({ initialValues: EMPTY_KEY, validate: KEY_RULES });
  const { made, make } = useMaking(form, {
    send: (values) => makeKey(queryClient, toSentKey(values)),
    findErrors: (error) => findFieldErrors(error, form.getValues()),
  });
  const isProven = !needsPassword || form.values.currentPassword !== '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Make an API Key')}
      submitLabel={t('Make the key')}
      blockedBecause={blockedBecause ?? (isProven ? undefined : t('Enter your password'))}
      note={needsPassword ? undefined : t('Your sign-in at your identity provider must be less than 10 minutes old.')}
      onValidate={() => validateForm(form)}
      onSubmit={make}
      onClose={() => (made.current ? onMade(made.current) : onClose())}
      width={480}
    >
      <TextInput
        label={t('Purpose')}
        placeholder={t('Historian of the control room')}
        autoComplete="off"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeFields form={form} />
      <LimitFields form={form} />
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

function LimitFields({ form }: { readonly form: UseFormReturnType<KeyForm> }) {
  return (
    <>
      <UtcField
        label={t('Expires (UTC)')}
        placeholder={t('Never, or YYYY-MM-DD HH:mm:ss')}
        {...form.getInputProps('expiresAt')}
      />
      <Textarea
        label={t('Only from these addresses')}
        placeholder={t('Every address, or one address or range per line: 192.0.2.0/24')}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        {...form.getInputProps('addresses')}
      />
    </>
  );
}

function ScopeFields({ form }: { readonly form: UseFormReturnType<KeyForm> }) {
  return (
    <Checkbox.Group
      label={t('It may')}
      value={[...form.values.scopes]}
      error={form.errors['scopes']}
      onChange={(scopes) => form.setFieldValue('scopes', scopes)}
    >
      <div className={styles.scopes}>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={SCOPE_TEXTS[scope].label}
            description={SCOPE_TEXTS[scope].explanation}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
