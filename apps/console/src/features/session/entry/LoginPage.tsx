import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState, type SubmitEvent } from 'react';
import { Button } from '#/ui/button/Button.tsx';
import { rememberRedirect } from '../after-sign-in.ts';
import { isSupportedBrowser } from './browser-support.ts';
import { DemoSignIns } from './DemoSignIns.tsx';
import styles from './Entry.module.css';
import { EntryField } from './EntryField.tsx';
import { EntryLayout } from './EntryLayout.tsx';
import { EntryNote } from './EntryNote.tsx';
import { pathOfRedirect } from '../guards.ts';
import { validateLogin, type LoginErrors } from './login-form.view.ts';
import { describePendingSignOut, describeSessionEnd } from '../session-end.view.ts';
import { useSession } from '../session-store.ts';
import { useSignOut } from '../sign-out.ts';
import { parseQuery, storeStartupQuery } from './startup-query.ts';
import { UnsupportedBrowserDialog } from './UnsupportedBrowserDialog.tsx';
import { useConsoleSettings, useNewestRelease } from '../use-console-settings.ts';
import { useSignIn } from '../use-sign-in.ts';

/** Stores what the sign-in would lose, and leaves when another tab signs in. */
function useLoginVisit() {
  const { redirect } = useParams({ strict: false });
  const navigate = useNavigate();
  const userId = useSession(({ user }) => user?.id);
  const [idAtArrival] = useState(userId);
  useEffect(() => {
    rememberRedirect(redirect);
    storeStartupQuery(parseQuery(location.search));
  }, [redirect]);
  useEffect(() => {
    // This tab's own sign-in has succeeded, though this screen may still be visible.
    if (userId === undefined || userId === idAtArrival || !location.pathname.startsWith('/login')) return;
    void navigate({ to: pathOfRedirect(redirect ?? null) });
  }, [userId, idAtArrival, navigate, redirect]);
}

function LoginFoot() {
  const release = useNewestRelease();
  return (
    <>
      <span>{release && `Version ${release.version}`}</span>
      <span>Supported in Chrome and Firefox</span>
    </>
  );
}

export function LoginPage() {
  useLoginVisit();
  const settings = useConsoleSettings();
  const end = useSession((session) => session.end);
  const obstacle = useSignOut((signOut) => signOut.obstacle);
  const { isBusy, failure, waitS, signIn, signInExternally } = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<LoginErrors>({});

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = validateLogin({ email, password });
    setErrors(found);
    if (Object.keys(found).length === 0) signIn({ email, password });
  };
  const { externalSignIn = null, demo = null } = settings ?? {};
  return (
    <EntryLayout heading="Sign in" hidesHeading foot={<LoginFoot />}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {obstacle && <EntryNote tone="error">{describePendingSignOut(obstacle)}</EntryNote>}
        {end && !obstacle && !failure && <EntryNote tone="info">{describeSessionEnd(end)}</EntryNote>}
        <EntryField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onText={setEmail}
          error={errors.email}
        />
        <EntryField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onText={setPassword}
          error={errors.password}
          beside={
            <Link className={styles.link} to="/reset">
              Reset Password
            </Link>
          }
        />
        {failure && <EntryNote tone="error">{failure.message}</EntryNote>}
        <Button type="submit" look="primary" size="large" isWide isBusy={isBusy} disabled={waitS > 0}>
          {waitS > 0 ? `Submit in ${waitS} s` : 'Submit'}
        </Button>
        {externalSignIn && (
          <Button size="large" isWide onClick={signInExternally}>
            Continue with {externalSignIn.name}
          </Button>
        )}
      </form>
      {demo && <DemoSignIns signIns={demo.signIns} isDisabled={isBusy || waitS > 0} onChoose={signIn} />}
      {!isSupportedBrowser(navigator.userAgent) && <UnsupportedBrowserDialog />}
    </EntryLayout>
  );
}
