import { formatCount } from '#/language/numbers.ts';
import { Say } from '#/language/Say.tsx';
import { t } from '#/language/t.ts';
import styles from './ChosenAgms.module.css';

/** Further devices are shown as a count: the list is one click away. */
const MOST_CHIPS = 10;

/** Shows the chosen devices. */
export function ChosenAgms({ uids, words }: { readonly uids: readonly number[]; readonly words: string }) {
  if (uids.length === 0) return <p className={styles.none}>{t('No AGMs selected')}</p>;
  return (
    <>
      <p className={styles.count}>
        <Say
          text="{number} selected, {states}"
          values={{ number: <strong>{formatCount(uids.length)}</strong>, states: words }}
        />
      </p>
      <ul className={styles.chips} aria-label={t('Selected AGMs')}>
        {uids.slice(0, MOST_CHIPS).map((uid) => (
          <li key={uid} className={styles.chip}>
            {uid}
          </li>
        ))}
        {uids.length > MOST_CHIPS && (
          <li className={styles.rest}>{t('and {count} more|and {count} more', { count: uids.length - MOST_CHIPS })}</li>
        )}
      </ul>
    </>
  );
}
