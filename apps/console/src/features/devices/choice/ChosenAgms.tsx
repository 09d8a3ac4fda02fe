import styles from './ChosenAgms.module.css';

/** Further devices are shown as a count: the list is one click away. */
const MOST_CHIPS = 10;

/** Shows the chosen devices. */
export function ChosenAgms({ uids, words }: { readonly uids: readonly number[]; readonly words: string }) {
  if (uids.length === 0) return <p className={styles.none}>No AGMs selected</p>;
  return (
    <>
      <p className={styles.count}>
        <strong>{uids.length.toLocaleString('en-US')}</strong> selected, {words}
      </p>
      <ul className={styles.chips} aria-label="Selected AGMs">
        {uids.slice(0, MOST_CHIPS).map((uid) => (
          <li key={uid} className={styles.chip}>
            {uid}
          </li>
        ))}
        {uids.length > MOST_CHIPS && (
          <li className={styles.rest}>and {(uids.length - MOST_CHIPS).toLocaleString('en-US')} more</li>
        )}
      </ul>
    </>
  );
}
