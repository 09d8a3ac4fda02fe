import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode, type SubmitEvent } from 'react';
import { loadMessages, t } from '#/language/t.ts';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import {
  isSupportedBrowser,
  validateLogin,
  describeSignInFailure,
  type LoginErrors,
  type LoginFields,
  type SignInFailure,
} from './login-form.view.ts';
import { EntryField } from './EntryField.tsx';
import { EntryLayout } from './EntryLayout.tsx';
import { EntryNote } from './EntryNote.tsx';
import { usePathOfScreen } from '../screen-context.ts';
import { describePendingSignOut, describeSessionEnd } from '../session-end.view.ts';
import { useSession } from '../session-store.ts';
import { useSignOut } from '../sign-out.ts';
import { parseQuery, storeStartupQuery } from './startup-query.ts';
import type { ReplyAt } from '#/api/address.ts';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callPublicApi } from '#/api/client.ts';
import { loadPart } from '#/api/load-part.ts';
import { fetchNewestRelease, type Release } from '../release-notes.ts';
import { leaveForExternalSignIn, signInWithPassword, type PendingSetUp } from '../sign-in.data.ts';
import styles from './Entry.module.css';

const UnsupportedBrowserDialog = lazy(async () => ({
  default: (await loadPart(() => import('./UnsupportedBrowserDialog.tsx'), 'sign-in')).UnsupportedBrowserDialog,
}));

/** Only a demo has them. */
const DemoSignIns = lazy(async () => ({
  default: (await loadPart(() => import('./DemoSignIns.tsx'), 'sign-in')).DemoSignIns,
}));

const loadSettings = (signal: AbortSignal) => callPublicApi('GET /console/settings', { signal });

/** Opens the requested screen after a sign-in here or in another tab. */
function useLoginVisit() {
  const { redirect } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const pathOfScreen = usePathOfScreen();
  const userId = useSession(({ user }) => user?.id);
  const [idAtArrival] = useState(userId);
  useEffect(() => storeStartupQuery(parseQuery(location.search)), []);
  const openScreen = () => void navigate({ to: pathOfScreen(redirect), search });
  const leave = useEffectEvent(() => {
    // The sign-in of this tab may have left already, while this screen is still shown.
    if (location.pathname.startsWith('/login')) openScreen();
  });
  useEffect(() => {
    if (userId !== undefined && userId !== idAtArrival) leave();
  }, [userId, idAtArrival]);
  return { redirect, onSignedIn: openScreen };
}

function LoginFoot() {
  const release = useNewestRelease();
  return (
    <>
      <span>{release && t('Version {version}', { version: release.version })}</span>
      <span>{t('Supported in Chrome and Firefox')}</span>
    </>
  );
}

interface CredentialFieldsProps {
  readonly fields: LoginFields;
  readonly errors: LoginErrors;
  readonly onChange: (change: Partial<LoginFields>) => void;
}

function CredentialFields({ fields, errors, onChange }: CredentialFieldsProps) {
  return (
    <>
      <EntryField
        label={t('Email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={fields.email}
        onText={(email) => onChange({ email })}
        error={errors.email}
      />
      <EntryField
        label={t('Password')}
        type="password"
        name="password"
        autoComplete="current-password"
        value={fields.password}
        onText={(password) => onChange({ password })}
        error={errors.password}
        beside={
          <Link className={styles.link} to="/reset">
            {t('Reset Password')}
          </Link>
        }
      />
    </>
  );
}

export function LoginPage() {
  const visit = useLoginVisit();
  const settings = useConsoleSettings();
  const end = useSession((session) => session.end);
  const obstacle = useSignOut((signOut) => signOut.obstacle);
  const { isBusy, failure, waitS, secondStep, signIn, signInExternally } = useSignIn(visit);
  const [fields, setFields] = useState<LoginFields>({ email: '', password: '' });
  const [errors, setErrors] = useState<LoginErrors>({});

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = validateLogin(fields);
    setErrors(found);
    if (Object.keys(found).length === 0) signIn(fields);
  };
  const { externalSignIn = null, demo = null } = settings ?? {};
  return (
    <EntryLayout heading={t('Sign in')} hidesHeading foot={<LoginFoot />}>
      {secondStep ?? (
        <form className={styles.form} onSubmit={submit} noValidate>
          {obstacle && <EntryNote tone="error">{describePendingSignOut(obstacle)}</EntryNote>}
          {end && !obstacle && !failure && <EntryNote tone="info">{describeSessionEnd(end)}</EntryNote>}
          <CredentialFields
            fields={fields}
            errors={errors}
            onChange={(change) => setFields((typed) => ({ ...typed, ...change }))}
          />
          {failure && <EntryNote tone="error">{failure.message}</EntryNote>}
          <PlainButton type="submit" look="primary" size="large" isWide isBusy={isBusy} disabled={waitS > 0}>
            {waitS > 0 ? t('Submit in {seconds} s', { seconds: waitS }) : t('Submit')}
          </PlainButton>
          {externalSignIn && (
            <PlainButton size="large" isWide onClick={signInExternally}>
              {t('Continue with {name}', { name: externalSignIn.name })}
            </PlainButton>
          )}
        </form>
      )}
      {demo && !secondStep && (
        <Suspense>
          <DemoSignIns signIns={demo.signIns} isDisabled={isBusy || waitS > 0} onChoose={signIn} />
        </Suspense>
      )}
      {!isSupportedBrowser(navigator.userAgent) && (
        <Suspense>
          <UnsupportedBrowserDialog />
        </Suspense>
      )}
    </EntryLayout>
  );
}

type ConsoleSettings = ReplyAt<'GET /console/settings'>;

/** undefined until loaded; a login works without them. */
function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal).then(setValue, (error: unknown) => {
      if (!leaving.signal.aborted) logFailure(error);
    });
    return () => leaving.abort();
  }, [load]);
  return value;
}

function useConsoleSettings(): ConsoleSettings | null {
  return useLoaded(loadSettings);
}

function useNewestRelease(): Release | null {
  return useLoaded(fetchNewestRelease);
}

interface Visit {
  /** The screen to open after the sign-in. */
  readonly redirect: string | undefined;
  readonly onSignedIn: () => void;
}

/** Signs in; shows a refusal and counts down the delay until the next attempt. */
function useSignIn({ redirect, onSignedIn }: Visit) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [secondStep, setSecondStep] = useState<ReactNode>(null);
  const waitS = failure?.waitS ?? 0;

  useEffect(() => {
    if (waitS === 0) return undefined;
    const timer = setTimeout(() => setFailure((last) => last && { ...last, waitS: last.waitS - 1 }), 1000);
    return () => clearTimeout(timer);
  }, [waitS]);

  const run = (act: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    // The words of a refusal are not among the messages of the form.
    loadMessages('sign-in')
      .catch(() => undefined)
      .then(act)
      .catch((error: unknown) => {
        logFailure(error);
        setFailure(describeSignInFailure(error));
      })
      .finally(() => setBusy(false));
  };
  const askForCode = async (error: unknown) => {
    if (!isApiError(error, 'second-factor-needed')) throw error;
    // Few sign-ins have a second step, so its part is loaded only then.
    const { describeSecondStep } = await loadPart(() => import('../second-factor/SecondStep.tsx'), 'sign-in');
    setSecondStep(describeSecondStep(error, { onSignedIn, setSecondStep, setFailure }));
  };
  const proceed = async (setUp: PendingSetUp | null) => {
    if (!setUp) {
      onSignedIn();
      return;
    }
    const { describeSetUp } = await import('../second-factor/SetUpStep.tsx');
    setSecondStep(describeSetUp(setUp, { onSignedIn, setSecondStep, setFailure }));
  };
  const signIn = (fields: LoginFields) => run(() => signInWithPassword(fields).then(proceed, askForCode));
  const signInExternally = () => run(() => leaveForExternalSignIn(redirect));
  return { isBusy, failure, waitS, secondStep, signIn, signInExternally };
}
