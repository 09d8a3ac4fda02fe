import type { ReactNode, SubmitEvent } from 'react';
import { Button } from './Button.tsx';
import styles from './LogWindow.module.css';

interface LogFilterProps {
  readonly label: string;
  readonly submitLabel: string;
  /** There is something to take back. */
  readonly isFiltered: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The fields that narrow a log; Enter in any of them searches. */
export function LogFilter({ label, submitLabel, isFiltered, onSubmit, onClear, children }: LogFilterProps) {
  return (
    <form className={styles.filter} role="search" aria-label={label} noValidate onSubmit={onSubmit}>
      {children}
      <div className={styles.acts}>
        <Button type="submit" icon="search">
          {submitLabel}
        </Button>
        {isFiltered && (
          <Button look="quiet" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}
