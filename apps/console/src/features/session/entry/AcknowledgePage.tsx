import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callPublicApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import own from './AcknowledgePage.module.css';
import styles from './Entry.module.css';
import { EntryLayout } from './EntryLayout.tsx';
import { EntryNote } from './EntryNote.tsx';
import { usePasswordLink } from './password-link.ts';
import { parseQuery, storeStartupQuery } from './startup-query.ts';

type Answer = ReplyAt<'POST /acknowledge/read'>;
type Alert = Answer['alerts'][number];

type Step =
  | { readonly kind: 'loading' }
  | { readonly kind: 'invalid' }
  /** `answer` null: what the link is about is not known. */
  | { readonly kind: 'failed'; readonly why: string; readonly answer: Answer | null }
  | { readonly kind: 'shown'; readonly answer: Answer }
  | { readonly kind: 'sending'; readonly answer: Answer };

function toFailure(thrown: unknown, answer: Answer | null): Step {
  logFailure(thrown);
  if (isApiError(thrown, 'answer-invalid')) return { kind: 'invalid' };
  return { kind: 'failed', why: isApiError(thrown) ? thrown.detail : '', answer };
}

function OpenConsole({ map }: { readonly map: string }) {
  const navigate = useNavigate();
  const open = () => {
    storeStartupQuery(parseQuery(new URL(map, location.origin).search));
    void navigate({ to: '/' });
  };
  return (
    <PlainButton size="large" isWide onClick={open}>
      {t('Open Waymark')}
    </PlainButton>
  );
}

function LinkEnded() {
  return (
    <div className={styles.form}>
      <EntryNote tone="error">
        {t('This link has ended, or was made for an account that has changed. Sign in to see the alert.')}
      </EntryNote>
      <OpenConsole map="/" />
    </div>
  );
}

function AlertText({ alert: { title, run, pig, marker, words, raisedAt } }: { readonly alert: Alert }) {
  const where = [run, pig, marker].filter((part) => part !== null).join(', ');
  return (
    <li>
      <strong>{title}</strong>
      {where !== '' && <p>{where}</p>}
      <p>{words}</p>
      <p>{t('Raised {time}', { time: raisedAt })}</p>
    </li>
  );
}

interface AnswerViewProps {
  readonly step: Extract<Step, { readonly answer: Answer | null }>;
  readonly onAcknowledge: () => void;
}

/** A click acknowledges, and nothing else: programs that check mails open links, but press no buttons. */
function AnswerView({ step, onAcknowledge }: AnswerViewProps) {
  const { kind, answer } = step;
  return (
    <div className={styles.form}>
      {answer && (
        <ul className={own.alerts} aria-label={t('Alerts')}>
          {answer.alerts.map((alert) => (
            <AlertText key={`${alert.title} ${alert.words}`} alert={alert} />
          ))}
        </ul>
      )}
      {kind === 'failed' && <EntryNote tone="error">{`${t('Not acknowledged.')} ${step.why}`}</EntryNote>}
      {answer && answer.message !== '' && (
        <EntryNote tone={answer.state === 'done' ? 'done' : 'info'}>{answer.message}</EntryNote>
      )}
      {(answer === null || answer.state === 'open') && (
        <PlainButton look="primary" size="large" isWide isBusy={kind === 'sending'} onClick={onAcknowledge}>
          {answer ? t('Acknowledge as {name}', { name: answer.userName }) : t('Retry')}
        </PlainButton>
      )}
      <OpenConsole map={answer?.map ?? '/'} />
    </div>
  );
}

function Acknowledge({ token }: { readonly token: string }) {
  const [step, setStep] = useState<Step>({ kind: 'loading' });
  useEffect(() => {
    callPublicApi('POST /acknowledge/read', { body: { token } }).then(
      (answer) => setStep({ kind: 'shown', answer }),
      (thrown: unknown) => setStep(toFailure(thrown, null)),
    );
  }, [token]);
  const acknowledge = (answer: Answer | null) => {
    setStep(answer ? { kind: 'sending', answer } : { kind: 'loading' });
    callPublicApi(answer ? 'POST /acknowledge' : 'POST /acknowledge/read', { body: { token } }).then(
      (reply) => setStep({ kind: 'shown', answer: reply }),
      (thrown: unknown) => setStep(toFailure(thrown, answer)),
    );
  };
  if (step.kind === 'invalid') return <LinkEnded />;
  if (step.kind === 'loading')
    return (
      <div className={styles.form}>
        <EntryNote tone="info">{t('Loading')}</EntryNote>
      </div>
    );
  return <AnswerView step={step} onAcknowledge={() => acknowledge(step.answer)} />;
}

/** The target of the link in a message about an alert. Works without a sign-in. */
export function AcknowledgePage() {
  const { token, arrival } = usePasswordLink();
  return (
    <EntryLayout heading={t('Acknowledge an alert')}>
      {token === null ? <LinkEnded /> : <Acknowledge key={arrival} token={token} />}
    </EntryLayout>
  );
}
