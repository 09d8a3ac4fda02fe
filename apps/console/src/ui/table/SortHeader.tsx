import styles from './DataTable.module.css';
import { Icon } from '../button/Icon.tsx';

export type SortDirection = 'asc' | 'desc';

interface SortHeaderProps {
  readonly label: string;
  readonly direction: SortDirection | false;
  readonly onSort: () => void;
  /** For a column of figures, aligned right. */
  readonly isNumber?: boolean | undefined;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** A column head that sorts the table; the arrow is after the label. */
export function SortHeader({ label, direction, onSort, isNumber }: SortHeaderProps) {
  return (
    <th scope="col" data-number={isNumber || undefined} aria-sort={direction === false ? 'none' : ariaSort[direction]}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {label}
        {direction !== false && <Icon name={direction === 'asc' ? 'sortUp' : 'sortDown'} size={11} />}
      </button>
    </th>
  );
}
