import { NativeSelect, TextInput } from '@mantine/core';
import { MOST_NOTE, type AlertEvent } from '@waymark/contract/alerts/alert-row';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { alertQuery, assign, closeAlerts, comment } from '#/features/alerts/alerts.data.ts';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { describeStep } from '#/features/alerts/alert.view.ts';
import { companyUsersQuery } from '#/features/runs/runs.data.ts';
import { useLineZone } from '#/features/runs/runs-store.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { showError } from '#/ui/toast/toasts.ts';
import styles from './AlertList.module.css';

/** The steps of an alert, and for admins what can be done with it. */
export function AlertDetails({ alert, isAdmin }: { readonly alert: Alert; readonly isAdmin: boolean }) {
  const query = useQuery(alertQuery(alert.id));
  return (
    <div className={styles.details}>
      <LoadedData query={query} what={t('History')} widths={[240, 200]} isInline>
        {({ events }) => (
          <ol className={styles.steps} aria-label={t('History')}>
            {events.map((event, at) => (
              <Step key={at} event={event} runId={alert.runId} />
            ))}
          </ol>
        )}
      </LoadedData>
      {isAdmin && alert.closedAt === null && (
        <>
          <Assignment alert={alert} />
          <CommentForm alert={alert} />
          {alert.endedAt !== null && <CloseButton id={alert.id} />}
        </>
      )}
    </div>
  );
}

/** Steps whose text is the cause, or part of their words. */
const SAID_IN_STEP: ReadonlyArray<AlertEvent['step']> = ['raised', 'raised-again', 'escalated', 'escalation-failed'];

function Step({ event, runId }: { readonly event: AlertEvent; readonly runId: Alert['runId'] }) {
  const line = useLineZone(runId);
  const isSaid = SAID_IN_STEP.includes(event.step);
  return (
    <li>
      <Time of={event.at} line={line} saysUtc /> <span>{describeStep(event)}</span>
      {event.text !== '' && !isSaid && <div className={styles.note}>{event.text}</div>}
    </li>
  );
}

function Assignment({ alert }: { readonly alert: Alert }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { data: users = [] } = useQuery(companyUsersQuery);
  const known = users.flatMap(({ id, name, group }) =>
    group === alert.groupId ? [{ value: String(id), label: name }] : [],
  );
  const change = (value: string) =>
    assign(alert.id, value === '' ? null : Number(value)).catch((error: unknown) =>
      showError({ message: t('The alert was not assigned'), cause: error }),
    );
  return (
    <NativeSelect
      label={t('Assigned to')}
      size="xs"
      disabled={!canWrite}
      title={blockedBecause}
      data={[{ value: '', label: t('No one') }, ...known]}
      value={alert.assigned === null ? '' : String(alert.assigned.userId)}
      onChange={({ currentTarget }) => void change(currentTarget.value)}
    />
  );
}

function CommentForm({ alert }: { readonly alert: Alert }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await comment(alert.id, note.trim());
      setNote('');
    } catch (error) {
      showError({ message: t('The comment was not saved'), cause: error });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (note.trim() !== '') void send();
  };
  return (
    <form className={styles.comment} onSubmit={submit}>
      <TextInput
        aria-label={t('Comment')}
        placeholder={t('Comment')}
        size="xs"
        maxLength={MOST_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button
        type="submit"
        size="small"
        disabled={!canWrite || note.trim() === ''}
        title={blockedBecause}
        isBusy={isBusy}
      >
        {t('Add')}
      </Button>
    </form>
  );
}

function CloseButton({ id }: { readonly id: number }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const close = () =>
    closeAlerts([id]).catch((error: unknown) => showError({ message: t('The alert was not closed'), cause: error }));
  return (
    <Button size="small" disabled={!canWrite} title={blockedBecause} onClick={() => void close()}>
      {t('Close alert')}
    </Button>
  );
}
