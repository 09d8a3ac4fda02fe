import { describeAlarm, describeLastHeard, describeMissed } from '../knowledge.view.ts';
import type { LiveRun } from '../use-live-run.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './KnowledgeLines.module.css';

/** Describes the pig: its last detection, whether it is overdue, and which markers missed it. */
export function KnowledgeLines({ live }: { readonly live: LiveRun }) {
  const alarm = describeAlarm(live);
  const lastHeard = describeLastHeard(live);
  const missed = describeMissed(live);
  return (
    <div className={styles.lines}>
      {alarm && (
        <p className={styles.alarm} data-grave={alarm.isGrave || undefined} role="status">
          <Icon name="warning" size={14} stroke={1.8} />
          {alarm.tag !== '' && <strong className={styles.tag}>{alarm.tag}</strong>}
          <span title={alarm.text}>{alarm.text}</span>
        </p>
      )}
      {(lastHeard !== '' || missed !== '') && (
        <p className={styles.heard}>
          <span title={lastHeard}>{lastHeard}</span>
          {missed !== '' && <span className={styles.missed}>{missed}</span>}
        </p>
      )}
    </div>
  );
}
