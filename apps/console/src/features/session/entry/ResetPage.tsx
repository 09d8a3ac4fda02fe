import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import styles from './Entry.module.css';
import { EntryField } from './EntryField.tsx';
import { EntryLayout } from './EntryLayout.tsx';
import { EntryNote } from './EntryNote.tsx';
import { validateResetEmail, viewResetForm, type ResetStep } from './reset-form.view.ts';
import { requestPasswordLink } from '../sign-in.data.ts';

export function ResetPage() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [step, setStep] = useState<ResetStep>('form');
  const { isLoading, isSubmitDisabled, note } = viewResetForm(step);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const invalid = validateResetEmail(email);
    setError(invalid);
    setFailure(null);
    if (invalid !== null || isSubmitDisabled) return;
    setStep('sending');
    requestPasswordLink(email).then(
      () => setStep('sent'),
      (thrown: unknown) => {
        logFailure(thrown);
        setFailure(isApiError(thrown) ? thrown.detail : t('Something bad happened'));
        setStep('form');
      },
    );
  };
  return (
    <EntryLayout heading={t('Reset password')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.text}>{t('We mail you a link to set a new password. It is good for one hour.')}</p>
        <EntryField
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onText={setEmail}
          error={error}
          readOnly={step !== 'form'}
        />
        {failure !== null && <EntryNote tone="error">{failure}</EntryNote>}
        {note !== null && <EntryNote tone="done">{note}</EntryNote>}
        <div className={styles.buttons}>
          <PlainButton size="large" isWide onClick={() => void navigate({ to: '/login' })}>
            {t('Back')}
          </PlainButton>
          <PlainButton type="submit" look="primary" size="large" isWide isBusy={isLoading} disabled={isSubmitDisabled}>
            {t('Submit')}
          </PlainButton>
        </div>
      </form>
    </EntryLayout>
  );
}
