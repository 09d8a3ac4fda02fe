import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useZone } from '../clock/zones.ts';
import { Icon } from '../button/Icon.tsx';
import styles from './StatusPill.module.css';
import { describeConnection, type ConnectionShown } from './connection-words.ts';

/** Shows how current the data is: live, stale while reconnecting, or stale while offline. */
export function StatusPill({ connection }: { readonly connection: ConnectionShown }) {
  const zone = useZone();
  const { word, detail } = describeConnection(connection, zone);
  const asOf = connection.state !== 'live' && connection.dataAt !== undefined ? connection.dataAt : undefined;
  return (
    <span
      className={styles.pill}
      data-state={connection.state}
      role="status"
      title={asOf === undefined ? undefined : t('Data as of {time}', { time: writeTime(asOf, zone) })}
    >
      {connection.state === 'live' ? (
        <span className={styles.disc} />
      ) : (
        <span className={styles.mark}>
          <Icon name={connection.state === 'reconnecting' ? 'retry' : 'error'} size={13} stroke={1.8} />
        </span>
      )}
      {word}
      {detail !== '' && <span className={`${styles.detail} tabular`}>{detail}</span>}
    </span>
  );
}
