import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import { Icon } from '../button/Icon.tsx';
import styles from './DataState.module.css';

interface EmptyStateProps {
  /** The text for an empty list, from the requirements. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  /** Names the failed load: "History did not load". */
  readonly title: string;
  /** The reason in one sentence. */
  readonly why: string;
  /** The age of the data still shown, as text: "00:05:09". */
  readonly dataFrom?: string | undefined;
  readonly logId?: string | number | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly isRetrying?: boolean;
}

export function ErrorState({ title, why, dataFrom, logId, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <div className={styles.errorTitle}>
        <Icon name="warning" size={15} />
        {title}
      </div>
      <p>
        {why}
        {dataFrom !== undefined && ` ${t('Shown data is from {time}.', { time: dataFrom })}`}
        {logId !== undefined && ` LogId = ${logId}`}
      </p>
      {onRetry && (
        <Button size="small" icon="retry" onClick={onRetry} isBusy={isRetrying}>
          {t('Retry')}
        </Button>
      )}
    </div>
  );
}

export interface SkeletonColumn {
  /** The usual width of the text, in px. */
  readonly width: number;
  readonly isNumber?: boolean;
}

// Real rows differ in length; a repeating pattern looks like text and is stable between renders.
const shares = [1, 0.9, 1.08, 0.95, 0.86];
const barWidth = (width: number, row: number) => Math.round(width * (shares[row % shares.length] ?? 1));

function SkeletonBar({ width, isRight = false }: { readonly width: number; readonly isRight?: boolean | undefined }) {
  return <i className={isRight ? `${styles.bar} ${styles.right}` : styles.bar} style={{ width }} />;
}

/**
 * Placeholder rows for the first load, inside a `<tbody>` under the real header. The table's caption or foot must say
 * what loads.
 */
export function SkeletonRows({
  columns,
  rows = 6,
}: {
  readonly columns: readonly SkeletonColumn[];
  readonly rows?: number;
}) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {columns.map((column, index) => (
        <td key={index} className={styles.cell}>
          <SkeletonBar width={barWidth(column.width, row)} isRight={column.isNumber} />
        </td>
      ))}
    </tr>
  ));
}

/** Placeholders for property rows and cards; `label` says what loads. */
export function SkeletonLines({ label, widths }: { readonly label: string; readonly widths: readonly number[] }) {
  return (
    <div className={styles.lines} role="status" aria-label={label}>
      {widths.map((width, index) => (
        <div key={index} className={styles.line}>
          <SkeletonBar width={width} />
        </div>
      ))}
    </div>
  );
}

/** Keeps the present data visible but dimmed during a reload. */
export function StaleData({ isStale, children }: { readonly isStale: boolean; readonly children: ReactNode }) {
  return (
    <div className={styles.stale} data-stale={isStale || undefined} aria-busy={isStale}>
      {children}
    </div>
  );
}
