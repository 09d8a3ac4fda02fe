import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { explainBlockedChange } from '../entry/password-form.view.ts';
import { usePasswordForm } from '../entry/use-password-form.ts';

type Field = ReturnType<typeof usePasswordForm>['password'];

function NewPasswordInput({ onText, ...field }: Field & { readonly label: string }) {
  return (
    <PasswordInput {...field} autoComplete="new-password" onChange={(event) => onText(event.currentTarget.value)} />
  );
}

async function changePassword(currentPassword: string, password: string): Promise<void> {
  try {
    await callApi('POST /user/setpassword', { body: { currentPassword, password } });
  } catch (error) {
    logFailure(error);
    const reason = isApiError(error) ? ` ${error.detail}` : '';
    throw Object.assign(new Error(`${t('Unable to change password.')}${reason}`, { cause: error }), {
      logId: isApiError(error) ? error.logId : undefined,
    });
  }
}

export function ChangePasswordDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { fields, view, clear, password, retyped } = usePasswordForm();
  const [current, setCurrent] = useState('');
  const { blockedBecause } = useCanWrite();
  const close = () => {
    clear();
    setCurrent('');
    onClose();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Change Password')}
      submitLabel={t('Change Password')}
      blockedBecause={blockedBecause ?? explainBlockedChange(current, view.canSubmit)}
      onSubmit={async () => {
        await changePassword(current, fields.password);
        showSuccess(t('Password Changed'));
      }}
      onClose={close}
      width={500}
    >
      <PasswordInput
        label={t('Current password')}
        data-autofocus
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <NewPasswordInput label={t('New password')} {...password} />
      <NewPasswordInput label={t('Retype password')} {...retyped} />
    </FormDialog>
  );
}
