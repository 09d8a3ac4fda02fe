import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { EmptyState } from '../state/DataState.tsx';
import { LoadedData } from '../state/LoadedData.tsx';
import { ReloadFailure } from '../state/ReloadFailure.tsx';
import { DialogFoot } from './DialogFrame.tsx';
import { InfoDialog } from './InfoDialog.tsx';
import styles from './ListDialog.module.css';
import { dialogHome } from './use-dialog-chain.ts';

/** The used part of a query. */
interface Loading<Data> {
  readonly data: Data | undefined;
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface ListDialogProps<Data> {
  readonly isOpen: boolean;
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly width?: number;
  readonly query: Loading<Data>;
  /** "Wallboards", as in "Wallboards did not load". */
  readonly what: string;
  /** A dialog of one of the rows is in front of it. */
  readonly isCovered: boolean;
  readonly onClose: () => void;
  readonly children: (data: Data) => ReactNode;
}

/** A dialog with a list that loads, whose rows and button open further dialogs. */
export function ListDialog<Data>({ query, what, width = 560, children, ...frame }: ListDialogProps<Data>) {
  return (
    <InfoDialog {...frame} width={width} isFlush>
      <ReloadFailure query={query} what={what} />
      <div {...dialogHome}>
        <LoadedData query={query} what={what} widths={[220, 300, 240]}>
          {children}
        </LoadedData>
      </div>
    </InfoDialog>
  );
}

interface DialogListProps {
  readonly label: string;
  /** Shown without rows. */
  readonly empty: string;
  readonly note: string;
  readonly addLabel: string;
  readonly blockedBecause: string | undefined;
  readonly onAdd: () => void;
  readonly children: readonly ReactNode[];
}

/** The rows, and below them the button that adds one. */
export function DialogList({ label, empty, note, addLabel, blockedBecause, onAdd, children }: DialogListProps) {
  return (
    <>
      {children.length === 0 && <EmptyState>{empty}</EmptyState>}
      <ul className={styles.list} aria-label={label}>
        {children}
      </ul>
      <div className={styles.foot}>
        <DialogFoot note={note}>
          <Button
            look="primary"
            icon="plus"
            disabled={blockedBecause !== undefined}
            title={blockedBecause}
            onClick={onAdd}
          >
            {addLabel}
          </Button>
        </DialogFoot>
      </div>
    </>
  );
}

interface DialogRowProps {
  /** The name, and signs beside it. */
  readonly head: ReactNode;
  readonly details: readonly string[];
  readonly concern?: ReactNode;
  /** The buttons. */
  readonly children?: ReactNode;
}

export function DialogRow({ head, details, concern, children }: DialogRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.head}>{head}</div>
        {details.map((line) => (
          <div key={line} className={styles.detail}>
            {line}
          </div>
        ))}
        {concern}
      </div>
      <div className={styles.acts}>{children}</div>
    </li>
  );
}
