import { useId, useState, type ReactNode } from 'react';
import { formatCount } from '#/language/numbers.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import styles from './DeviceNotes.module.css';

const PAGE_SIZE = 20;

interface DeviceNotesProps {
  readonly title: string;
  readonly rows: readonly { readonly uid: number; readonly text: string }[];
  readonly isOpenFirst?: boolean;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** Devices with a note for each; collapsible. */
export function DeviceNotes({ title, rows, isOpenFirst = false, action, children }: DeviceNotesProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const { rows: shown, pager } = usePages(rows, PAGE_SIZE);
  const id = useId();
  return (
    <div className={styles.notes}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={13} />
          {title} <span className={styles.count}>{formatCount(rows.length)}</span>
        </button>
        {action}
      </div>
      <div id={id} hidden={!isOpen}>
        {children}
        <ul className={styles.rows} aria-label={title}>
          {shown.map(({ uid, text }) => (
            <li key={`${uid} ${text}`}>
              <span className={styles.uid}>{uid}</span>
              <span className={styles.text}>{text}</span>
            </li>
          ))}
        </ul>
        <ListFoot pager={pager} />
      </div>
    </div>
  );
}
