import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { closeAlerts } from '#/features/alerts/alerts.data.ts';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { showError, showNotice } from '#/ui/toast/toasts.ts';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import styles from './AlertsPanel.module.css';

interface AlertActsProps {
  readonly alerts: readonly Alert[];
  readonly chosen: readonly Alert[];
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void;
}

/** Closes alerts and says how many of them stay open. Returns whether the server has accepted it. */
async function closeChosen(ids: readonly number[]): Promise<boolean> {
  try {
    const holding = await closeAlerts(ids);
    if (holding > 0)
      showNotice(
        t('{count} alert stays open|{count} alerts stay open', { count: holding }),
        t('The cause still holds.'),
      );
    return true;
  } catch (error) {
    showError({ message: t('The alerts were not closed'), cause: error });
    return false;
  }
}

/** Acknowledges or closes many alerts at once. */
export function AlertActs({ alerts, chosen, onChoose }: AlertActsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const [asked, setAsked] = useState<readonly Alert[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const waiting = chosen.filter(({ acknowledged, closedAt }) => acknowledged === null && closedAt === null);
  const ended = chosen.filter(({ state }) => state === 'ended');
  const close = async () => {
    setBusy(true);
    const ids = ended.map(({ id }) => id);
    const isDone = await closeChosen(ids);
    setBusy(false);
    if (isDone) onChoose(ids, false);
  };
  if (alerts.length === 0) return null;
  return (
    <div className={styles.acts}>
      <Checkbox
        size="xs"
        label={chosen.length === 0 ? t('Select all') : t('{number} selected', { number: chosen.length })}
        checked={chosen.length === alerts.length}
        indeterminate={chosen.length > 0 && chosen.length < alerts.length}
        onChange={({ currentTarget }) =>
          onChoose(
            alerts.map(({ id }) => id),
            currentTarget.checked,
          )
        }
      />
      <span className={styles.grow} />
      {waiting.length > 0 && (
        <Button size="small" icon="check" disabled={!canWrite} title={blockedBecause} onClick={() => setAsked(waiting)}>
          {t('Acknowledge {number}', { number: waiting.length })}
        </Button>
      )}
      {ended.length > 0 && (
        <Button size="small" disabled={!canWrite} title={blockedBecause} isBusy={isBusy} onClick={() => void close()}>
          {t('Close {number}', { number: ended.length })}
        </Button>
      )}
      <AcknowledgeDialog alerts={asked} onClose={() => setAsked(null)} onDone={(ids) => onChoose(ids, false)} />
    </div>
  );
}
