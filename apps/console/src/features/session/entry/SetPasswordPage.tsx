import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callPublicApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import styles from './Entry.module.css';
import { EntryField } from './EntryField.tsx';
import { EntryLayout } from './EntryLayout.tsx';
import { EntryNote } from './EntryNote.tsx';
import { usePasswordLink } from './password-link.ts';
import { usePasswordForm } from './use-password-form.ts';

const LINK_INVALID = t('This link has expired or was already used. Ask for a new one.');

type Step = 'form' | 'sending' | 'set' | 'link-invalid';

function LinkInvalid() {
  const navigate = useNavigate();
  return (
    <div className={styles.form}>
      <EntryNote tone="error">{LINK_INVALID}</EntryNote>
      <PlainButton look="primary" size="large" isWide onClick={() => void navigate({ to: '/reset' })}>
        {t('Ask for a new link')}
      </PlainButton>
    </div>
  );
}

function PasswordSet() {
  const navigate = useNavigate();
  return (
    <div className={styles.form}>
      <EntryNote tone="done">{t('Password Changed')}</EntryNote>
      <PlainButton look="primary" size="large" isWide onClick={() => void navigate({ to: '/login' })}>
        {t('Sign in')}
      </PlainButton>
    </div>
  );
}

function SetPasswordForm({ token }: { readonly token: string }) {
  const { fields, view, password, retyped } = usePasswordForm();
  const [step, setStep] = useState<Step>('form');
  const [failure, setFailure] = useState<string | null>(null);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!view.canSubmit) return;
    setStep('sending');
    setFailure(null);
    callPublicApi('POST /dbconnections/set_password', { body: { token, password: fields.password } }).then(
      () => setStep('set'),
      (thrown: unknown) => {
        logFailure(thrown);
        setFailure(isApiError(thrown) ? thrown.detail : '');
        setStep(isApiError(thrown, 'link-invalid') ? 'link-invalid' : 'form');
      },
    );
  };
  if (step === 'link-invalid') return <LinkInvalid />;
  if (step === 'set') return <PasswordSet />;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <EntryField label={t('New password')} type="password" autoComplete="new-password" autoFocus {...password} />
      <EntryField label={t('Retype password')} type="password" autoComplete="new-password" {...retyped} />
      {failure !== null && <EntryNote tone="error">{`${t('Unable to change password.')} ${failure}`}</EntryNote>}
      <PlainButton
        type="submit"
        look="primary"
        size="large"
        isWide
        isBusy={step === 'sending'}
        disabled={!view.canSubmit}
      >
        {t('Change Password')}
      </PlainButton>
    </form>
  );
}

/** The target of the link in a mail. */
export function SetPasswordPage() {
  const { token, arrival } = usePasswordLink();
  return (
    <EntryLayout heading={t('Set a new password')}>
      {token === null ? <LinkInvalid /> : <SetPasswordForm key={arrival} token={token} />}
    </EntryLayout>
  );
}
