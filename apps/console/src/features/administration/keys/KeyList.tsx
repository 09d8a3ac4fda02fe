import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Tag } from '#/ui/state/Tag.tsx';
import { Warning } from '#/ui/state/Warning.tsx';
import type { ApiKey } from './keys.data.ts';
import { describeKey, findConcern } from './keys.view.ts';
import styles from './KeyList.module.css';
import { findUnseenKeys } from './unseen-keys.ts';

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (key: ApiKey) => void;
}

/** The API keys of the company, without their secrets. */
export function KeyList({ keys, onRevoke }: KeyListProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const unseen = findUnseenKeys(keys);
  return (
    <ul className={styles.list} aria-label={t('API keys')}>
      {keys.map((key) => (
        <li key={key.id} className={styles.row}>
          <KeyWords apiKey={key} isUnseen={unseen.has(key.id)} />
          <Button
            disabled={!canWrite}
            title={blockedBecause}
            aria-label={t('Revoke {name}, {prefix}', { name: key.name, prefix: key.prefix })}
            onClick={() => onRevoke(key)}
          >
            {t('Revoke')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function KeyWords({ apiKey, isUnseen }: { readonly apiKey: ApiKey; readonly isUnseen: boolean }) {
  const concern = findConcern(apiKey, isUnseen);
  return (
    <div className={styles.words}>
      <div className={styles.head}>
        {apiKey.name}
        <span className={`mono ${styles.prefix}`}>{apiKey.prefix}…</span>
        {apiKey.isExpired && <Tag>{t('Expired')}</Tag>}
      </div>
      {describeKey(apiKey).map((line) => (
        <div key={line} className={styles.detail}>
          {line}
        </div>
      ))}
      {concern !== null && (
        <div className={styles.concern}>
          <Warning>{concern}</Warning>
        </div>
      )}
    </div>
  );
}
