import { Icon } from '#/ui/button/Icon.tsx';
import styles from './Editor.module.css';

interface ChipsProps {
  readonly label: string;
  readonly items: readonly string[];
  /** How many are shown; the others are a number. */
  readonly most?: number;
  readonly onRemove: (item: string) => void;
}

/** Things that were chosen, each with a way to take it out. */
export function Chips({ label, items, most = items.length, onRemove }: ChipsProps) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {items.slice(0, most).map((item) => (
        <li key={item} className={styles.chip}>
          <span className={styles.chipWords} title={item}>
            {item}
          </span>
          <button type="button" className={styles.remove} aria-label={`Remove ${item}`} onClick={() => onRemove(item)}>
            <Icon name="close" size={11} />
          </button>
        </li>
      ))}
      {items.length > most && (
        <li className={styles.caption}>and {(items.length - most).toLocaleString('en-US')} more</li>
      )}
    </ul>
  );
}
