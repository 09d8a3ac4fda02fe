import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { ErrorState, SkeletonLines } from './DataState.tsx';
import styles from './LoadedData.module.css';
import { toShownError } from './shown-error.ts';

/** The used part of a query. */
interface Loading<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedDataProps<Data> {
  readonly query: Loading<Data>;
  /** "Users", as in "Users did not load". */
  readonly what: string;
  /** Widths of the placeholder bars. */
  readonly widths: readonly number[];
  /** Inside a section, which has its own padding. */
  readonly isInline?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** Shows data once loaded; before that placeholders, or the failure with a Retry button. */
export function LoadedData<Data>({ query, what, widths, isInline = false, children }: LoadedDataProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  return (
    <div className={styles.state} data-inline={isInline || undefined}>
      {error ? (
        <ErrorState
          title={t('{what} did not load', { what })}
          why={error.message}
          logId={toShownError(error).logId}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <SkeletonLines label={t('Loading {what}', { what: what.toLowerCase() })} widths={widths} />
      )}
    </div>
  );
}
