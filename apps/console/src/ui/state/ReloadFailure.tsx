import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useZone } from '../clock/zones.ts';
import { ErrorState } from './DataState.tsx';
import { toShownError } from './shown-error.ts';

interface Reloading {
  readonly data: unknown;
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Above data whose reload failed: the reason, and the age of the data. */
export function ReloadFailure({ query, what }: { readonly query: Reloading; readonly what: string }) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = query;
  const zone = useZone();
  if (data === undefined || !error) return null;
  return (
    <ErrorState
      title={t('{what} did not load', { what })}
      why={error.message}
      dataFrom={writeTime(dataUpdatedAt, zone)}
      logId={toShownError(error).logId}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}
