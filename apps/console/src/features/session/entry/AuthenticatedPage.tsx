import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#/language/t.ts';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import { forgetHandover, useHandover, type SignInStep } from '../accept-sign-in.ts';
import { takeRedirect } from '../external-trip.ts';
import styles from './Entry.module.css';
import { EntryLayout } from './EntryLayout.tsx';
import { EntryNote } from './EntryNote.tsx';
import { usePathOfScreen } from '../screen-context.ts';

/** The sign-in from the address; opens the requested screen once it is accepted. */
function useHandedOver() {
  const outcome = useHandover((handover) => handover.outcome);
  const [step, setStep] = useState<SignInStep>({ kind: 'checking' });
  const navigate = useNavigate();
  const pathOfScreen = usePathOfScreen();
  const search = useSearch({ strict: false });

  useEffect(() => {
    let isCurrent = true;
    void outcome.then((next) => isCurrent && setStep(next));
    return () => {
      isCurrent = false;
    };
  }, [outcome]);

  // Runs once: leaving changes address and handover, which would return here without the redirect.
  const hasLeft = useRef(false);
  const goOn = useEffectEvent(() => {
    if (hasLeft.current) return;
    hasLeft.current = true;
    forgetHandover();
    void navigate({ to: pathOfScreen(takeRedirect()), search, replace: true });
  });
  useEffect(() => {
    if (step.kind === 'signed-in') goOn();
  }, [step]);

  const accept = () => {
    if (step.kind !== 'asking') return;
    step.accept();
    setStep({ kind: 'signed-in' });
  };
  const cancel = () => {
    forgetHandover();
    void navigate({ to: '/', replace: true });
  };

  return { step, accept, cancel, toLogin: () => void navigate({ to: '/login' }) };
}

/** Accepts a sign-in from the address, which the route has already cleaned. */
export function AuthenticatedPage() {
  const { step, accept, cancel, toLogin } = useHandedOver();
  switch (step.kind) {
    case 'checking':
    case 'signed-in':
      return (
        <EntryLayout heading={t('Signing in')} hidesHeading>
          <p className={styles.text} role="status">
            {t('Signing in…')}
          </p>
        </EntryLayout>
      );
    case 'asking':
      return (
        <EntryLayout heading={t('Continue as {name}?', { name: step.name })}>
          <div className={styles.form}>
            <p className={styles.text}>
              {t('This sign-in was not started in this window. Continue only if you expected it.')}
            </p>
            <div className={styles.buttons}>
              <PlainButton size="large" isWide onClick={cancel}>
                {t('Cancel')}
              </PlainButton>
              <PlainButton look="primary" size="large" isWide onClick={accept}>
                {t('Continue')}
              </PlainButton>
            </div>
          </div>
        </EntryLayout>
      );
    case 'failed':
      return (
        <EntryLayout heading={t('Login failure')}>
          <div className={styles.form}>
            <EntryNote tone="error">
              {step.text}
              {step.logId !== undefined && ` LogId = ${step.logId}`}
            </EntryNote>
            <PlainButton size="large" isWide onClick={toLogin}>
              {t('Back to login')}
            </PlainButton>
          </div>
        </EntryLayout>
      );
  }
}
