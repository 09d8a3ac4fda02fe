import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { describeSignInFailure, type LoginFields, type SignInFailure } from './entry/login-form.view.ts';
import { leaveForExternalSignIn, signInWithPassword } from './sign-in.data.ts';

/** Signs in and goes to /authenticated; shows a refusal, and counts down the wait that it requires. */
export function useSignIn() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const waitS = failure?.waitS ?? 0;

  useEffect(() => {
    if (waitS === 0) return undefined;
    const timer = setTimeout(() => setFailure((last) => last && { ...last, waitS: last.waitS - 1 }), 1000);
    return () => clearTimeout(timer);
  }, [waitS]);

  const run = (act: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    act()
      .catch((error: unknown) => {
        logFailure(error);
        setFailure(describeSignInFailure(error));
      })
      .finally(() => setBusy(false));
  };
  const signIn = (fields: LoginFields) =>
    run(async () => navigate({ to: '/authenticated', hash: await signInWithPassword(fields) }));
  const signInExternally = () => run(leaveForExternalSignIn);
  return { isBusy, failure, waitS, signIn, signInExternally };
}
