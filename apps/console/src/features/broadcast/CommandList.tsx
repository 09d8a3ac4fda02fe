import { BROADCAST_LABELS } from '@waymark/commands/broadcast-codes';
import { t } from '#/language/t.ts';
import styles from './Broadcast.module.css';
import type { BroadcastOrder } from './broadcast-store.ts';
import { describePeriod } from './broadcast.view.ts';

interface CommandListProps {
  readonly order: Pick<BroadcastOrder, 'codes' | 'start' | 'end'>;
  readonly label: string;
}

export function CommandList({ order, label }: CommandListProps) {
  return (
    <ul className={styles.commands} aria-label={label}>
      {order.codes.map((code) => {
        const period = describePeriod(code, order);
        return (
          <li key={code}>
            {t(BROADCAST_LABELS[code])}
            {period !== null && (
              <>
                , <span className={styles.period}>{period}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
