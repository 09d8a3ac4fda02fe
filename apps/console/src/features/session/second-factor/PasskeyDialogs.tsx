import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MAX_PASSKEY_NAME } from '@waymark/domain/account/second-factor';
import { useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { addPasskey, removePasskey, renewCodes, type Passkey } from './second-factor.data.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface WithCodes extends DialogProps {
  /** New recovery codes, to show once. */
  readonly onCodes: (codes: readonly string[]) => void;
}

interface PasswordFieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly isFirst?: true;
}

function PasswordField({ value, onText, isFirst }: PasswordFieldProps) {
  return (
    <PasswordInput
      label={t('Your password')}
      data-autofocus={isFirst}
      autoComplete="current-password"
      value={value}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}

/** Names a passkey and lets the browser make it. */
export function AddPasskeyDialog({ isOpen, onCodes, onClose }: WithCodes) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const [name, setName] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const codes = useRef<readonly string[]>([]);
  const isComplete = name.trim() !== '' && currentPassword !== '';
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add a Passkey')}
      submitLabel={t('Continue')}
      width={420}
      blockedBecause={blockedBecause ?? (isComplete ? undefined : t('Enter a name and your password'))}
      onSubmit={async () => {
        codes.current = await addPasskey(queryClient, { name, currentPassword });
      }}
      onClose={() => (codes.current.length > 0 ? onCodes(codes.current) : onClose())}
    >
      <Text size="sm">
        {t('Your browser then asks where to make it: on this device, on your phone, or on a security key.')}
      </Text>
      <TextInput
        label={t('Name')}
        description={t('For example the device that holds it.')}
        data-autofocus
        maxLength={MAX_PASSKEY_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <PasswordField value={currentPassword} onText={setCurrentPassword} />
    </FormDialog>
  );
}

export function RemovePasskeyDialog({ isOpen, passkey, onClose }: DialogProps & { readonly passkey: Passkey }) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const [currentPassword, setCurrentPassword] = useState('');
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Remove the Passkey')}
      subtitle={passkey.name}
      submitLabel={t('Remove')}
      width={420}
      blockedBecause={blockedBecause ?? (currentPassword === '' ? t('Enter your password') : undefined)}
      onSubmit={() => removePasskey(queryClient, passkey.id, currentPassword)}
      onClose={onClose}
    >
      <Text size="sm">
        {t('It no longer signs you in. Remove it from the device too, where that lists its passkeys.')}
      </Text>
      <PasswordField value={currentPassword} onText={setCurrentPassword} isFirst />
    </FormDialog>
  );
}

export function RenewCodesDialog({ isOpen, onCodes, onClose }: WithCodes) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const codes = useRef<readonly string[]>([]);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('New Recovery Codes')}
      submitLabel={t('Make new codes')}
      width={420}
      blockedBecause={blockedBecause}
      onSubmit={async () => {
        codes.current = await renewCodes(queryClient);
      }}
      onClose={() => (codes.current.length > 0 ? onCodes(codes.current) : onClose())}
    >
      <Text size="sm">{t('The codes that you have now are worth nothing afterwards.')}</Text>
    </FormDialog>
  );
}
