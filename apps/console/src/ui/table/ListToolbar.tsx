import type { ReactNode } from 'react';
import styles from './ListToolbar.module.css';
import { SearchField } from '../field/SearchField.tsx';

interface ListToolbarProps {
  /** Name of the search: "Find a user". */
  readonly searchLabel: string;
  readonly onSearch: (text: string) => void;
  /** "62 users" */
  readonly count: string;
  /** The actions on the list. */
  readonly children: ReactNode;
}

/** Above a list: its search, its count, and the actions on it. */
export function ListToolbar({ searchLabel, onSearch, count, children }: ListToolbarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchField label={searchLabel} onSearch={onSearch} />
      </div>
      <span className={styles.count}>{count}</span>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
