import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { DialogFoot } from '#/ui/dialog/DialogFrame.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { useUnloadQuestion } from '#/ui/dialog/use-unload-question.ts';
import { CopyField } from '#/ui/field/CopyField.tsx';
import { QrCode } from '#/ui/field/QrCode.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import { confirmApp, makeAppSecret, type AppSecret } from './second-factor.data.ts';
import styles from './SecondFactor.module.css';

interface StepProps<Result> {
  readonly isOpen: boolean;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
}

/** Asks for the password before a secret is made. */
export function PasswordStep({ isOpen, onDone, onClose }: StepProps<AppSecret>) {
  const { blockedBecause } = useCanWrite();
  const [password, setPassword] = useState('');
  const made = useRef<AppSecret>(null);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Use an Authenticator App')}
      submitLabel={t('Continue')}
      width={420}
      blockedBecause={blockedBecause ?? (password === '' ? t('Enter your password') : undefined)}
      onSubmit={async () => {
        made.current = await makeAppSecret(password);
      }}
      onClose={() => (made.current ? onDone(made.current) : onClose())}
    >
      <Text size="sm">
        {t('You need an authenticator app on your phone, for example Aegis or Google Authenticator.')}
      </Text>
      <PasswordInput
        label={t('Your password')}
        data-autofocus
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Shows the secret to the app, and asks for its first code. */
export function AppStep({ isOpen, app, onDone, onClose }: StepProps<readonly string[]> & { readonly app: AppSecret }) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const [code, setCode] = useState('');
  const codes = useRef<readonly string[]>(null);
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add Waymark to Your App')}
      submitLabel={t('Turn on')}
      width={420}
      blockedBecause={blockedBecause ?? (code.trim() === '' ? t('Enter the code of your app') : undefined)}
      onSubmit={async () => {
        codes.current = await confirmApp(queryClient, code);
      }}
      onClose={() => (codes.current ? onDone(codes.current) : onClose())}
    >
      <Text size="sm">
        {t('Scan the picture with the app, or type the key into it. Then enter the code that it shows.')}
      </Text>
      <QrCode text={app.address} label={t('QR code of the key below')} />
      <CopyField label={t('Key')} text={app.secret} />
      <TextInput
        label={t('Code of the app')}
        data-autofocus
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** The recovery codes, this once. */
export function CodesStep({
  isOpen,
  codes,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  useUnloadQuestion(isOpen);
  const save = () => saveFile('waymark-recovery-codes.txt', `${codes.join('\r\n')}\r\n`, 'text/plain');
  return (
    <InfoDialog isOpen={isOpen} title={t('Recovery codes')} onClose={onClose} width={440} staysOpen>
      <Warning>
        {t(
          'Two-step sign-in is on. Keep these codes where you find them without your phone: each signs you in once. They cannot be shown again.',
        )}
      </Warning>
      <ul className={`mono ${styles.codes}`} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogFoot>
        <Button icon="download" onClick={save}>
          {t('Save as a file')}
        </Button>
        <Button look="primary" onClick={onClose}>
          {t('I have saved them')}
        </Button>
      </DialogFoot>
    </InfoDialog>
  );
}
