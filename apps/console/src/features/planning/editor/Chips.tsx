import { t } from '#/language/t.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './Editor.module.css';

interface ChipsProps {
  readonly label: string;
  readonly items: readonly string[];
  /** Maximum number of chips; the rest is shown as a count. */
  readonly most?: number;
  readonly onRemove: (item: string) => void;
}

/** The chosen items, each with a button to remove it. */
export function Chips({ label, items, most = items.length, onRemove }: ChipsProps) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {items.slice(0, most).map((item) => (
        <li key={item} className={styles.chip}>
          <span className={styles.chipWords} title={item}>
            {item}
          </span>
          <button
            type="button"
            className={styles.remove}
            aria-label={t('Remove {item}', { item })}
            onClick={() => onRemove(item)}
          >
            <Icon name="close" size={11} />
          </button>
        </li>
      ))}
      {items.length > most && (
        <li className={styles.caption}>{t('and {count} more|and {count} more', { count: items.length - most })}</li>
      )}
    </ul>
  );
}
