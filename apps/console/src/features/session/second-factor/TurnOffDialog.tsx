import { PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { turnOff } from './second-factor.data.ts';

interface TurnOffDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for the password and a code, and takes the authenticator app out of use. */
export function TurnOffDialog({ isOpen, onClose }: TurnOffDialogProps) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isComplete = password !== '' && code.trim() !== '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Remove the Authenticator App')}
      submitLabel={t('Remove')}
      width={420}
      blockedBecause={blockedBecause ?? (isComplete ? undefined : t('Enter your password and a code'))}
      onSubmit={() => turnOff(queryClient, password, code)}
      onClose={onClose}
    >
      <PasswordInput
        label={t('Your password')}
        data-autofocus
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <TextInput
        label={t('Code')}
        description={t('Of your authenticator app, or a recovery code.')}
        autoComplete="one-time-code"
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </FormDialog>
  );
}
