import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import type { CallAt } from '#/api/address.ts';
import { isApiError, type ApiError, logFailure } from '#/api/api-error.ts';
import { callPublicApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { identify } from '../sign-in.data.ts';
import styles from '../entry/Entry.module.css';
import { EntryField } from '../entry/EntryField.tsx';
import { EntryNote } from '../entry/EntryNote.tsx';
import { describeSignInFailure, type SignInFailure } from '../entry/login-form.view.ts';
import { holdToken } from '../session.ts';
import { answerWithPasskey, hasPasskeys } from './passkey-browser.ts';

interface SecondStepProps {
  /** The ticket of the first step. */
  readonly ticket: string;
  readonly hasPasskey: boolean;
  readonly onSignedIn: () => void;
  /** Back to the password; the ticket may be over. */
  readonly onBack: (failure: SignInFailure | null) => void;
}

type SecondGrant = Extract<CallAt<'POST /oauth/token'>['body'], { grant_type: 'mfa-otp' | 'mfa-passkey' }>;

async function signInWith(body: SecondGrant): Promise<void> {
  const reply = await callPublicApi('POST /oauth/token', { body });
  const token = { accessToken: reply.access_token, scope: reply.scope, expiresInS: reply.expires_in };
  holdToken(await identify(token), token);
}

const signInWithCode = (ticket: string, code: string) =>
  signInWith({ grant_type: 'mfa-otp', mfa_token: ticket, otp: code.trim() });

async function signInWithPasskey(ticket: string): Promise<void> {
  const request = await callPublicApi('POST /oauth/passkey', { body: { mfa_token: ticket } });
  await signInWith({ grant_type: 'mfa-passkey', mfa_token: ticket, passkey: await answerWithPasskey(request) });
}

/** Takes the step; shows a refusal and counts down the wait until the next attempt. */
function useStep({ ticket, onSignedIn, onBack }: SecondStepProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const waitS = failure?.waitS ?? 0;
  useEffect(() => {
    if (waitS === 0) return undefined;
    const timer = setTimeout(() => setFailure((last) => last && { ...last, waitS: last.waitS - 1 }), 1000);
    return () => clearTimeout(timer);
  }, [waitS]);
  const take = (signIn: Promise<void>) => {
    setBusy(true);
    setFailure(null);
    signIn
      .then(onSignedIn, (error: unknown) => {
        logFailure(error);
        const found = describeSignInFailure(error);
        if (isApiError(error, 'sign-in-expired')) onBack(found);
        else setFailure(found);
      })
      .finally(() => setBusy(false));
  };
  return {
    isBusy,
    failure,
    waitS,
    sendCode: (code: string) => take(signInWithCode(ticket, code)),
    usePasskey: () => take(signInWithPasskey(ticket)),
  };
}

export interface LoginSteps {
  readonly onSignedIn: () => void;
  readonly setSecondStep: (step: ReactNode) => void;
  readonly setFailure: (failure: SignInFailure | null) => void;
}

/** The form for the code, with the ticket of the answer that asks for one. */
export function describeSecondStep(
  { mfaToken = '', mfaMethods }: ApiError,
  { onSignedIn, setSecondStep, setFailure }: LoginSteps,
): ReactNode {
  const goBack = (last: SignInFailure | null) => {
    setSecondStep(null);
    setFailure(last);
  };
  const hasPasskey = hasPasskeys() && mfaMethods.includes('passkey');
  return <SecondStep ticket={mfaToken} hasPasskey={hasPasskey} onSignedIn={onSignedIn} onBack={goBack} />;
}

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
function SecondStep(props: SecondStepProps) {
  const { hasPasskey } = props;
  const { isBusy, failure, waitS, sendCode, usePasskey } = useStep(props);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setError(isEmpty ? t('Enter a code') : null);
    if (!isEmpty && waitS === 0) sendCode(code);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <EntryNote tone="info">
        {hasPasskey
          ? t('Use your passkey, or enter the code of your authenticator app or one of your recovery codes.')
          : t('Enter the code of your authenticator app, or one of your recovery codes.')}
      </EntryNote>
      {hasPasskey && (
        <Button size="large" isWide disabled={isBusy || waitS > 0} onClick={usePasskey}>
          {t('Use a passkey')}
        </Button>
      )}
      <EntryField
        label={t('Code')}
        name="otp"
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        value={code}
        onText={setCode}
        error={error}
      />
      {failure && <EntryNote tone="error">{failure.message}</EntryNote>}
      <Button type="submit" look="primary" size="large" isWide isBusy={isBusy} disabled={waitS > 0}>
        {waitS > 0 ? t('Submit in {seconds} s', { seconds: waitS }) : t('Submit')}
      </Button>
      <Button size="large" isWide disabled={isBusy} onClick={() => props.onBack(null)}>
        {t('Back')}
      </Button>
    </form>
  );
}
