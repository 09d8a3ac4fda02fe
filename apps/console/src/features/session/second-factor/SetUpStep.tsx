import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { callApi, callPublicApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import { saveFile } from '#/ui/field/save-file.ts';
import styles from '../entry/Entry.module.css';
import { EntryField } from '../entry/EntryField.tsx';
import { EntryNote } from '../entry/EntryNote.tsx';
import { describeSignInFailure, type SignInFailure } from '../entry/login-form.view.ts';
import { holdToken } from '../session.ts';
import type { PendingSetUp } from '../sign-in.data.ts';
import { hasPasskeys, makePasskey } from './passkey-browser.ts';
import { QrCode } from '#/ui/field/QrCode.tsx';
import own from './SecondFactor.module.css';
import type { LoginSteps } from './SecondStep.tsx';

type AppSecret = ReplyAt<'POST /user/second-factor/begin'>;

/** The steps after the password for a user of whom two-step sign-in is required and who has none. */
export function describeSetUp(setUp: PendingSetUp, { onSignedIn, setSecondStep }: LoginSteps): ReactNode {
  const finish = () => {
    holdToken(setUp.identity, setUp.token);
    onSignedIn();
  };
  const leave = () => {
    // The session is worth nothing before the set-up, and expires by itself if this call fails.
    callPublicApi('POST /oauth/logout').catch(logFailure);
    setSecondStep(null);
  };
  return <SetUpStep setUp={setUp} onDone={finish} onBack={leave} />;
}

interface SetUpStepProps {
  readonly setUp: PendingSetUp;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** The calls of the set-up, with the token of the sign-in that waits for it. */
function createCalls({ token, password: currentPassword }: PendingSetUp) {
  const call = { token: token.accessToken };
  return {
    makeSecret: () => callApi('POST /user/second-factor/begin', { ...call, body: { currentPassword } }),
    confirmApp: async (code: string) =>
      (await callApi('POST /user/second-factor/confirm', { ...call, body: { code: code.trim() } })).recoveryCodes,
    addPasskey: async () => {
      const creation = await callApi('POST /user/passkeys/begin', { ...call, body: { currentPassword } });
      const body = { name: t('First passkey'), passkey: await makePasskey(creation) };
      return (await callApi('POST /user/passkeys', { ...call, body })).recoveryCodes;
    },
  };
}

function SetUpStep({ setUp, onDone, onBack }: SetUpStepProps) {
  const [calls] = useState(() => createCalls(setUp));
  const [app, setApp] = useState<AppSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const run = <Result,>(act: () => Promise<Result>, show: (result: Result) => void) => {
    setBusy(true);
    setFailure(null);
    act()
      .then(show, (error: unknown) => {
        logFailure(error);
        setFailure(describeSignInFailure(error));
      })
      .finally(() => setBusy(false));
  };
  const shown = failure && <EntryNote tone="error">{failure.message}</EntryNote>;
  if (codes) return <Codes codes={codes} onDone={onDone} />;
  if (app)
    return (
      <AppForm app={app} isBusy={isBusy} onCode={(code) => run(() => calls.confirmApp(code), setCodes)}>
        {shown}
        <Button size="large" isWide disabled={isBusy} onClick={() => setApp(null)}>
          {t('Back')}
        </Button>
      </AppForm>
    );
  return (
    <div className={styles.form}>
      <EntryNote tone="info">
        {t('Two-step sign-in is required of you. Choose your second step: from now on each sign-in asks for it.')}
      </EntryNote>
      {hasPasskeys() && (
        <>
          <p className={styles.text}>{t('A passkey: this device, your phone or a security key.')}</p>
          <Button look="primary" size="large" isWide isBusy={isBusy} onClick={() => run(calls.addPasskey, setCodes)}>
            {t('Add a passkey')}
          </Button>
        </>
      )}
      <p className={styles.text}>{t('An authenticator app on your phone, which shows codes.')}</p>
      <Button size="large" isWide disabled={isBusy} onClick={() => run(calls.makeSecret, setApp)}>
        {t('Use an authenticator app')}
      </Button>
      {shown}
      <Button size="large" isWide disabled={isBusy} onClick={onBack}>
        {t('Back')}
      </Button>
    </div>
  );
}

interface AppFormProps {
  readonly app: AppSecret;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
  readonly children: ReactNode;
}

function AppForm({ app, isBusy, onCode, children }: AppFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setError(isEmpty ? t('Enter a code') : null);
    if (!isEmpty) onCode(code);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>
        {t('Scan the picture with the app, or type the key into it. Then enter the code that it shows.')}
      </p>
      <QrCode text={app.address} label={t('QR code of the key below')} />
      <p className={`mono ${own.secret}`}>{app.secret}</p>
      <EntryField
        label={t('Code of the app')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        value={code}
        onText={setCode}
        error={error}
      />
      <Button type="submit" look="primary" size="large" isWide isBusy={isBusy}>
        {t('Continue')}
      </Button>
      {children}
    </form>
  );
}

function Codes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const save = () => saveFile('waymark-recovery-codes.txt', `${codes.join('\r\n')}\r\n`, 'text/plain');
  return (
    <div className={styles.form}>
      <EntryNote tone="done">
        {t(
          'Two-step sign-in is on. Keep these codes where you find them without your phone: each signs you in once. They cannot be shown again.',
        )}
      </EntryNote>
      <ul className={`mono ${own.codes}`} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="large" isWide onClick={save}>
        {t('Save as a file')}
      </Button>
      <Button look="primary" size="large" isWide onClick={onDone}>
        {t('I have saved them')}
      </Button>
    </div>
  );
}
