import { useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import styles from './RunsFailure.module.css';

/** A line over the map that says why the runs did not load, with a Retry button. */
export function RunsFailure() {
  const error = useRuns((store) => store.error);
  const [isRetrying, setRetrying] = useState(false);
  if (!error) return null;
  const { message, logId } = toShownError(error);
  const retry = () => {
    setRetrying(true);
    loadRuns()
      .catch(logFailure)
      .finally(() => setRetrying(false));
  };
  return (
    <div className={styles.failure} role="alert">
      <Icon name="warning" size={14} stroke={1.6} />
      <span className={styles.words} title={message}>
        <strong>Active runs did not load.</strong> {message}
        {logId !== undefined && ` LogId = ${logId}`}
      </span>
      <Button size="tiny" icon="retry" isBusy={isRetrying} onClick={retry}>
        Retry
      </Button>
    </div>
  );
}
