import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import type { Zone } from '@waymark/domain/time/zone';
import { writeNear } from '@waymark/domain/time/near-text';
import { writeTime } from '@waymark/domain/time/zoned-text';
import type { BoardColors } from '#/features/shown-runs/board-map.ts';
import { findLostAt, type Readings } from '#/features/shown-runs/readings.ts';
import { ShownStringline } from '#/features/shown-runs/ShownStringline.tsx';
import {
  describeArrival,
  describeConfirmed,
  describeHeard,
  describeProgress,
  describeStatus,
  type ShownArrival,
} from '#/features/shown-runs/shown-words.ts';
import { t } from '#/language/t.ts';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';
import { useSharedRun, type SharePageData } from './use-share.ts';
import styles from './SharePage.module.css';

const BoardMap = lazy(async () => ({ default: (await import('#/features/shown-runs/BoardMap.tsx')).BoardMap }));

const TEXT_PX = 12;
const MAP_TEXT_PX = 16;

/** A run for readers without an account. `?embed` leaves out the page's own frame. */
export function SharePage({ colors }: { readonly colors: BoardColors }) {
  const shared = useSharedRun();
  const { value: page, refusal, readAt } = shared;
  if (refusal !== null && refusal in PASSWORD_FAULTS)
    return <PasswordForm fault={PASSWORD_FAULTS[refusal] ?? ''} onSend={shared.sendPassword} />;
  if (refusal !== null) return <Message title={t('This link does not lead to a run, or not any more.')} />;
  if (!page || readAt === null) return <Message title={shared.isAway ? t('No connection') : t('Loading the run')} />;
  return <SharedRun page={page} readings={shared} offsetMs={page.now - readAt} colors={colors} />;
}

interface SharedRunProps {
  readonly page: SharePageData;
  readonly readings: Readings<SharePageData>;
  /** The time that the page shows minus this computer's clock. */
  readonly offsetMs: number;
  readonly colors: BoardColors;
}

function SharedRun({ page, readings, offsetMs, colors }: SharedRunProps) {
  const [isEmbedded] = useState(() => new URLSearchParams(location.search).has('embed'));
  const now = useUtcNow(offsetMs);
  const lostAt = findLostAt(readings, now - offsetMs);
  return (
    <main className={styles.page} data-embedded={isEmbedded}>
      {lostAt !== null && (
        <p className={styles.lost} role="alert">
          {t('No connection since {time}, what you see is old', {
            time: writeNear(lostAt + offsetMs, now, page.run.timeZone),
          })}
        </p>
      )}
      <RunCard page={page} now={now} />
      <section className={styles.chart} aria-label={t('Stringline')}>
        <ShownStringline run={page.run} now={now} zone={page.run.timeZone} textPx={TEXT_PX} />
      </section>
      {page.run.places && (
        <section className={styles.map} aria-label={t('Map')}>
          <Suspense>
            <BoardMap
              content={{ runs: [page.run], devices: [] }}
              colors={colors}
              textPx={MAP_TEXT_PX}
              isFixed={false}
            />
          </Suspense>
        </section>
      )}
      {!isEmbedded && <Foot page={page} />}
    </main>
  );
}

function Message({ title }: { readonly title: string }) {
  return (
    <main className={styles.message}>
      <div role="status">
        <h1>{title}</h1>
      </div>
    </main>
  );
}

function RunCard({ page: { run, units, delayMinutes }, now }: { readonly page: SharePageData; readonly now: number }) {
  const zone = run.timeZone;
  const { word, tone } = describeStatus(run);
  const heard = describeHeard(run, now, zone);
  return (
    <header className={styles.card}>
      <div className={styles.head}>
        <h1>{run.pig}</h1>
        <span>{run.line}</span>
        <strong data-tone={tone}>{word}</strong>
      </div>
      {run.receivedAt !== null && (
        <p className={styles.received}>{t('Received {time}', { time: writeTime(run.receivedAt, zone, 'minute') })}</p>
      )}
      <dl className={styles.figures}>
        {run.end && (
          <Arrival label={t('Arrival at {place}', { place: run.end.name })} arrival={run.end} now={now} zone={zone} />
        )}
        {run.next && run.next.name !== run.end?.name && (
          <Arrival label={t('Next: {marker}', { marker: run.next.name })} arrival={run.next} now={now} zone={zone} />
        )}
        <Figure label={t('Progress')} value={describeProgress(run, units)} note="" />
      </dl>
      <p>{describeConfirmed(run, now, zone)}</p>
      {heard !== '' && <p>{heard}</p>}
      {delayMinutes > 0 && (
        <p className={styles.delay}>
          {t('As of {time}, {minutes} minutes ago', { time: writeNear(now, now, zone), minutes: delayMinutes })}
        </p>
      )}
    </header>
  );
}

interface ArrivalProps {
  readonly label: string;
  readonly arrival: ShownArrival;
  readonly now: number;
  readonly zone: Zone;
}

function Arrival({ label, arrival, now, zone }: ArrivalProps) {
  const { value, note, span } = describeArrival(arrival, now, zone);
  return <Figure label={label} value={value} note={[note, span].filter((part) => part !== '').join(', ')} />;
}

function Figure({ label, value, note }: { readonly label: string; readonly value: string; readonly note: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        {note !== '' && <span>{note}</span>}
      </dd>
    </div>
  );
}

function Foot({ page }: { readonly page: SharePageData }) {
  const { expiresAt, run } = page;
  return (
    <footer className={styles.foot}>
      {t('Read only. Times are those of the line. This link ends {time}.', {
        time: writeTime(expiresAt, run.timeZone, 'minute'),
      })}{' '}
      {t(
        'Solid: confirmed. Dotted: expected. Thin: the way ahead, with the span in which the pig arrives in 8 of 10 cases.',
      )}
    </footer>
  );
}

/** The words of the form after a refusal. */
const PASSWORD_FAULTS: Readonly<Record<string, string>> = {
  'share-password-needed': '',
  'share-password-wrong': t('This password is wrong.'),
  'sign-in-throttled': t('Too many attempts. Wait before the next one.'),
  'passwords-busy': t('The server is checking too many passwords. Try again in a moment.'),
};

interface PasswordFormProps {
  /** Empty: no password was sent yet. */
  readonly fault: string;
  readonly onSend: (password: string) => void;
}

function PasswordForm({ fault, onSend }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (password !== '') onSend(password);
  };
  return (
    <main className={styles.message}>
      <form className={styles.form} onSubmit={send}>
        <h1>{t('This link needs a password.')}</h1>
        <label>
          {t('Password')}
          <input
            type="password"
            autoComplete="off"
            maxLength={100}
            value={password}
            aria-invalid={fault !== ''}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </label>
        {fault !== '' && <p role="alert">{fault}</p>}
        <button type="submit">{t('Show the run')}</button>
      </form>
    </main>
  );
}
