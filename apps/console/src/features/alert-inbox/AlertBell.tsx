import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startAlertList } from '#/features/alerts/alerts.data.ts';
import { countOpen, useAlerts } from '#/features/alerts/alerts-store.ts';
import { describeBell } from '#/features/alerts/alert.view.ts';
import { startSilences } from '#/features/alerts/silences.data.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useFindSilence } from '#/features/alerts/silences-store.ts';
import styles from './AlertBell.module.css';

interface AlertBellProps {
  readonly isViewer: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The number of alerts whose cause holds, in red while one of them waits for an acknowledgement. */
export function AlertBell({ isViewer, isOpen, onToggle }: AlertBellProps) {
  const queryClient = useQueryClient();
  const alerts = useAlerts((store) => store.alerts);
  const findSilence = useFindSilence();
  useEffect(() => startAlertList(queryClient, isViewer), [queryClient, isViewer]);
  useEffect(() => startSilences(isViewer), [isViewer]);
  const count = countOpen(alerts.values(), (alert) => findSilence(alert) !== null);
  return (
    <span className={styles.bell}>
      <IconButton icon="bell" label={describeBell(count)} aria-pressed={isOpen} onClick={onToggle} />
      {count.open > 0 && (
        <span className={styles.count} data-waiting={count.waiting > 0 || undefined} aria-hidden>
          {count.open > 99 ? '99+' : count.open}
        </span>
      )}
    </span>
  );
}
