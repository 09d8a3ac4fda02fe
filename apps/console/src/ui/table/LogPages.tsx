import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '../button/Button.tsx';
import { EmptyState, ErrorState, SkeletonRows, StaleData, type SkeletonColumn } from '../state/DataState.tsx';
import table from './DataTable.module.css';
import { toShownError } from '../state/shown-error.ts';
import styles from '../window/LogWindow.module.css';

interface LogColumn extends SkeletonColumn {
  readonly label: string;
  /** Width of the column; the columns without one share the rest. */
  readonly share?: string;
}

/** The used part of a paged query. */
interface LogQuery<Entry> {
  readonly data: { readonly pages: readonly { readonly entries: readonly Entry[] }[] } | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isPaused: boolean;
  readonly isPlaceholderData: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface LogPagesProps<Entry> {
  readonly query: LogQuery<Entry>;
  /** "Audit log" */
  readonly what: string;
  readonly columns: readonly LogColumn[];
  readonly isFiltered: boolean;
  readonly renderRow: (entry: Entry) => ReactNode;
  readonly emptyText?: string;
  /** Beside the count. */
  readonly acts?: ReactNode;
}

const OFFLINE = t('You are offline. It is read once the connection is back.');

function LogTable({
  what,
  columns,
  children,
}: {
  readonly what: string;
  readonly columns: readonly LogColumn[];
  readonly children: ReactNode;
}) {
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="visually-hidden">{t('{what}, newest first, times UTC', { what })}</caption>
      <thead>
        <tr>
          {columns.map(({ label, share }) => (
            <th key={label} scope="col" style={{ width: share }}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function LogFailure<Entry>({ query, what }: { readonly query: LogQuery<Entry>; readonly what: string }) {
  const { error, isPaused, isFetching, isFetchNextPageError, refetch, fetchNextPage } = query;
  if (!error && !isPaused) return null;
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch());
  return (
    <ErrorState
      title={t('{what} did not load', { what })}
      why={isPaused ? OFFLINE : (error?.message ?? '')}
      logId={error ? toShownError(error).logId : undefined}
      onRetry={isPaused ? undefined : retry}
      isRetrying={isFetching}
    />
  );
}

function describeShown(count: number, hasMore: boolean): string {
  return hasMore
    ? t('The newest {count} entry|The newest {count} entries', { count })
    : t('{count} entry|{count} entries', { count });
}

/** A log from its newest entry back to the last loaded one, with the failure if a page did not load. */
export function LogPages<Entry>(props: LogPagesProps<Entry>) {
  const { query, what, columns, isFiltered, renderRow, emptyText = t('No entries'), acts } = props;
  const { data, error, isFetching, isPaused, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  const isWaiting = !entries && !error && !isPaused;
  // Shown in place of the missing entries.
  const isOlderMissing = isFetchingNextPage || query.isFetchNextPageError;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard is to scroll it */}
      <div className={styles.rows} role="region" aria-label={what} tabIndex={0}>
        {!isOlderMissing && <LogFailure query={query} what={what} />}
        {isWaiting && (
          <LogTable what={what} columns={columns}>
            <SkeletonRows columns={columns} rows={10} />
          </LogTable>
        )}
        {entries?.length === 0 && <EmptyState>{isFiltered ? t('No results') : emptyText}</EmptyState>}
        {entries && entries.length > 0 && (
          <StaleData isStale={isPlaceholderData || (isFetching && !isFetchingNextPage)}>
            <LogTable what={what} columns={columns}>
              {entries.map(renderRow)}
            </LogTable>
          </StaleData>
        )}
        {isOlderMissing && <LogFailure query={query} what={what} />}
        {hasNextPage && !error && (
          <div className={styles.more}>
            <Button size="small" isBusy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('Show older')}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.foot}>
        <span role="status">
          {entries
            ? describeShown(entries.length, hasNextPage)
            : isWaiting && t('Loading {what}', { what: what.toLowerCase() })}
        </span>
        {acts}
      </div>
    </>
  );
}
