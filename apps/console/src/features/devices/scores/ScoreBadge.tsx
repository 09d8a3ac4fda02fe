import type { Verdict } from '@waymark/domain/scoring/verdict';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './ScoreBadge.module.css';
import { explainVerdict, formatPercent, VERDICT_ICONS } from './scores.view.ts';

/** How probable a pig is, by the machine; what it has learned from stands in the tooltip. */
export function ScoreBadge({ label, verdict }: { readonly label: string; readonly verdict: Verdict }) {
  const explained = explainVerdict(verdict);
  return (
    <span className={styles.badge} data-colour={verdict.colour} title={explained}>
      <Icon name={VERDICT_ICONS[verdict.icon]} size={14} />
      <span className={styles.label}>{label}</span>
      <span className={styles.percent}>{formatPercent(verdict)}</span>
      <span className="visually-hidden">, {explained}</span>
    </span>
  );
}
