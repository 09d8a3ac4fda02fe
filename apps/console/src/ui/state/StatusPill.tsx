import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useUtcNow } from '../clock/use-utc-now.ts';
import { useZone } from '../clock/zones.ts';
import { Icon } from '../button/Icon.tsx';
import styles from './StatusPill.module.css';
import { describeLoss, nameConnection, type ConnectionShown, type Lost } from './connection-words.ts';

interface StatusPillProps {
  readonly connection: ConnectionShown;
  /** The server's clock minus this one's. */
  readonly offsetMs?: number;
}

/** Shows how current the data is: live, stale while reconnecting, or stale while offline. */
export function StatusPill({ connection, offsetMs = 0 }: StatusPillProps) {
  const zone = useZone();
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
      {nameConnection(connection)}
      {connection.state !== 'live' && <Loss lost={connection} offsetMs={offsetMs} />}
    </span>
  );
}

/** Its clock runs only while the connection is lost: at midnight the times become those of another day. */
function Loss({ lost, offsetMs }: { readonly lost: Lost; readonly offsetMs: number }) {
  const zone = useZone();
  const detail = describeLoss(lost, useUtcNow(offsetMs), zone);
  return detail === '' ? null : <span className={`${styles.detail} tabular`}>{detail}</span>;
}
