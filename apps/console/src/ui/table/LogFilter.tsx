import type { ReactNode, SubmitEvent } from 'react';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { Button } from '../button/Button.tsx';
import { RangeMenu } from '../field/RangeMenu.tsx';
import { listTimeRanges, type TimeRange } from '../field/time-ranges.ts';
import styles from '../window/LogWindow.module.css';

interface LogFilterProps {
  readonly label: string;
  readonly submitLabel: string;
  /** The filter is set and can be cleared. */
  readonly isFiltered: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly onClear: () => void;
  readonly onRange: (range: TimeRange) => void;
  readonly children: ReactNode;
}

/** The filter fields of a log; Enter in any of them searches. */
export function LogFilter({ label, submitLabel, isFiltered, onSubmit, onClear, onRange, children }: LogFilterProps) {
  return (
    <form className={styles.filter} role="search" aria-label={label} noValidate onSubmit={onSubmit}>
      {children}
      <div className={styles.acts}>
        <RangeMenu listRanges={() => listTimeRanges(serverNow())} onPick={onRange} />
        <Button type="submit" icon="search">
          {submitLabel}
        </Button>
        {isFiltered && (
          <Button look="quiet" onClick={onClear}>
            {t('Clear')}
          </Button>
        )}
      </div>
    </form>
  );
}
