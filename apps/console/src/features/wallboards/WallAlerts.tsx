import { severityOf, type Severity } from '@waymark/domain/alert/alert-kind';
import { writeNear } from '@waymark/domain/time/near-text';
import type { Zone } from '@waymark/domain/time/zone';
import type { UnitSystem } from '@waymark/domain/units/system';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import { writeAge } from '#/features/shown-runs/shown-words.ts';
import { t } from '#/language/t.ts';
import { sayCause, sortAlerts, type Board, type BoardAlert } from './wall.view.ts';
import styles from './Wall.module.css';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  urgent: t('Urgent'),
  warning: t('Warning'),
  notice: t('Notice'),
};
const LINKS = { cellular: t('Cellular'), iridium: t('Satellite') } as const;

const MOST_URGENT = 3;
/** Their causes have up to four lines. */
const MOST_ROWS = 5;

/** The subject of an alert: CLN-16-02, North line, AGM 04. Alerts of the company have none. */
const subjectOf = ({ pig, runName, markerName }: BoardAlert) =>
  [pig, runName, markerName].filter((part) => part !== null);

/** Alerts that wait for a user, above every page. */
export function UrgentAlerts({
  alerts,
  units,
}: {
  readonly alerts: readonly BoardAlert[];
  readonly units: UnitSystem;
}) {
  if (alerts.length === 0) return null;
  const more = alerts.length - MOST_URGENT;
  return (
    <div className={styles.urgent} role="alert">
      {alerts.slice(0, MOST_URGENT).map((alert) => (
        <p key={alert.id}>
          <strong>{t(ALERT_TITLES[alert.kind])}</strong> {subjectOf(alert).join(', ')}{' '}
          <span className={styles.cause}>{sayCause(alert, units)}</span>
        </p>
      ))}
      {more > 0 && <p>{t('and {count} more urgent alert|and {count} more urgent alerts', { count: more })}</p>}
    </div>
  );
}

interface AlertsProps {
  readonly board: Board;
  readonly now: number;
  readonly zone: Zone;
}

export function WallAlerts(props: AlertsProps) {
  return (
    <section className={styles.alerts}>
      <AlertTable {...props} />
      <LinkTable {...props} />
    </section>
  );
}

function AlertTable({ board, now, zone }: AlertsProps) {
  const shown = sortAlerts(board.alerts).slice(0, MOST_ROWS);
  const more = board.alertCount - shown.length;
  if (shown.length === 0) return <p className={styles.empty}>{t('No open alerts.')}</p>;
  return (
    <div>
      <ul className={styles.rows}>
        {shown.map((alert) => (
          <li key={alert.id} data-severity={alert.hasEnded ? 'ended' : severityOf(alert.kind)}>
            <b>{SEVERITIES[severityOf(alert.kind)]}</b>
            <span>
              {[t(ALERT_TITLES[alert.kind]), ...subjectOf(alert)].join(', ')}
              <span className={styles.cause}>{sayCause(alert, board.units)}</span>
            </span>
            <span className={styles.since}>
              {writeNear(alert.raisedAt, now, zone)}
              <span>{sayState(alert)}</span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.foot}>{t('{count} more alert|{count} more alerts', { count: more })}</p>}
    </div>
  );
}

function sayState({ hasEnded, isAcknowledged, isSilenced }: BoardAlert): string {
  if (hasEnded) return t('ended');
  if (isSilenced) return t('silenced');
  return isAcknowledged ? t('acknowledged') : t('not acknowledged');
}

function LinkTable({ board, now }: AlertsProps) {
  return (
    <div className={styles.links}>
      <h2>{t('Links')}</h2>
      {board.links.length === 0 && <p>{t('No AGM has reported yet.')}</p>}
      {board.links.map(({ link, devices, online, asleep, heardAt }) => (
        <p key={link} className={styles.link}>
          <b>{LINKS[link]}</b>
          <span>{t('{online} of {count} AGM online|{online} of {count} AGMs online', { online, count: devices })}</span>
          {asleep > 0 && <span>{t('{count} asleep|{count} asleep', { count: asleep })}</span>}
          <span>
            {heardAt === null ? t('Never heard') : t('Last heartbeat {age} ago', { age: writeAge(now - heardAt) })}
          </span>
        </p>
      ))}
      {board.nodesWithoutBroker.length > 0 && (
        <p className={styles.link} data-severity="urgent">
          <b>{t('MQTT broker')}</b>
          <span>{t('not connected to {nodes}', { nodes: board.nodesWithoutBroker.join(', ') })}</span>
        </p>
      )}
    </div>
  );
}
