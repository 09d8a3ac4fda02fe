import { Icon } from '#/ui/button/Icon.tsx';
import styles from './ScoreBadge.module.css';
import { explainVerdict, formatPercent, VERDICT_ICONS, type ChannelScore } from './scores.view.ts';

interface ScoreBadgeProps extends ChannelScore {
  readonly label: string;
}

/** The probability of a pig by machine learning; the tooltip names the record and the training data. */
export function ScoreBadge({ channel, label, verdict }: ScoreBadgeProps) {
  const explained = explainVerdict(verdict);
  return (
    <span className={styles.badge} data-colour={verdict.colour} title={`${channel}: ${explained}`}>
      <Icon name={VERDICT_ICONS[verdict.icon]} size={14} />
      <span className={styles.label}>{label}</span>
      <span className={styles.percent}>{formatPercent(verdict)}</span>
      <span className="visually-hidden">, {explained}</span>
    </span>
  );
}
