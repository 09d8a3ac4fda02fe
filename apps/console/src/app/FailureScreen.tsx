import { useEffect, useState } from 'react';
import { isApiError } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import { Sign } from '#/ui/button/Sign.tsx';
import styles from './FailureScreen.module.css';
import { isChunkLoadError } from '#/api/load-part.ts';
import { reportError } from './report-error.ts';

interface FailureScreenProps {
  readonly error: unknown;
  /** Renders again without reloading the page. */
  readonly onRetry: () => void;
}

function describe(error: unknown): { readonly title: string; readonly why: string } {
  if (isChunkLoadError(error)) {
    return {
      title: t('A part of the console did not load'),
      why: t('The connection may be slow, or there is a newer version. Reload the page.'),
    };
  }
  if (isApiError(error)) return { title: t('This did not load'), why: error.detail };
  return { title: t('This part of the console failed'), why: error instanceof Error ? error.message : String(error) };
}

/** Replaces the failed part: the failure, its log id, and a way to continue. */
export function FailureScreen({ error, onRetry }: FailureScreenProps) {
  const [reported, setReported] = useState<{ readonly error: unknown; readonly logId: number | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    void reportError(error).then((logId) => isCurrent && setReported({ error, logId }));
    return () => {
      isCurrent = false;
    };
  }, [error]);
  const { title, why } = describe(error);
  const logId = reported?.error === error ? reported?.logId : undefined;
  return (
    <div className={styles.failure} role="alert">
      <h1 className={styles.title} data-alarm>
        <Sign name="warning" stroke={1.8} />
        {title}
      </h1>
      <p className={styles.text}>
        {why}
        {logId !== undefined && ` LogId = ${logId}`}
      </p>
      <div className={styles.buttons}>
        {!isChunkLoadError(error) && <PlainButton onClick={onRetry}>{t('Retry')}</PlainButton>}
        <PlainButton onClick={() => location.reload()}>{t('Reload')}</PlainButton>
      </div>
    </div>
  );
}
